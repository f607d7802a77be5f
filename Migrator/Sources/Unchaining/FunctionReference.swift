import SwiftSyntax

/// Handlers that are not closures.
enum FunctionReference {
  /// Returns the text of what a handler does with a value: `user.name` for `\.name`, `show(user: user)` for `show(user:)`.
  ///
  /// - Returns: `nil` if the labels of the function are not written.
  static func call(of handler: ExprSyntax, with input: String, _ slice: SourceSlice) -> String? {
    if let keyPath = handler.as(KeyPathExprSyntax.self) {
      if keyPath.components.trimmedDescription == ".self" { return input }
      return input + slice.text(of: keyPath.components)
    }
    let name: DeclReferenceExprSyntax
    if let member = handler.as(MemberAccessExprSyntax.self), member.base != nil {
      name = member.declName
    } else if let reference = handler.as(DeclReferenceExprSyntax.self) {
      name = reference
    } else {
      return nil
    }
    guard let labels = name.argumentNames?.arguments, labels.count == 1, let label = labels.first?.name.text else {
      return nil
    }
    let function = slice.text(
      from: handler.positionAfterSkippingLeadingTrivia, to: name.baseName.endPositionBeforeTrailingTrivia)
    return "\(function)(\(label == "_" ? "" : "\(label): ")\(input))"
  }
}
