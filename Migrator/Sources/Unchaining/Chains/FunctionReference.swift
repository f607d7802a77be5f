import PromiseSyntax
import SwiftSyntax

/// Handlers that are not closures.
enum FunctionReference {
  /// Returns the base name of a function that is named in an expression.
  static func baseName(of handler: ExprSyntax) -> String? {
    (handler.as(MemberAccessExprSyntax.self)?.declName ?? handler.as(DeclReferenceExprSyntax.self))?.baseName.text
  }

  /// Returns the expression that applies a handler to a value: `user.name` for `\.name`, `show(user: user)` for `show(user:)`.
  ///
  /// - Parameters:
  ///   - knownLabel: The label of the function's parameter, if its declaration is known.
  /// - Returns: `nil` if the label is not known.
  static func call(of handler: ExprSyntax, with input: String, knownLabel: String?, _ slice: SourceSlice) -> String? {
    if let keyPath = handler.as(KeyPathExprSyntax.self) {
      if keyPath.components.isWritten(".self") { return input }
      let path = slice.text(of: keyPath.components)
      // `\.?.name` is `value?.name`, and `\.[0]` is `value[0]`.
      return input + ([".?", ".!", ".["].contains { path.hasPrefix($0) } ? String(path.dropFirst()) : path)
    }
    let name: DeclReferenceExprSyntax
    if let member = handler.as(MemberAccessExprSyntax.self), member.base != nil {
      name = member.declName
    } else if let reference = handler.as(DeclReferenceExprSyntax.self) {
      name = reference
    } else {
      return nil
    }
    let label: String
    if let written = name.argumentNames?.arguments {
      guard let first = written.first, written.count == 1 else { return nil }
      label = first.name.text
    } else if let knownLabel {
      label = knownLabel
    } else {
      return nil
    }
    let function = slice.text(
      from: handler.positionAfterSkippingLeadingTrivia, to: name.baseName.endPositionBeforeTrailingTrivia)
    return "\(function)(\(label == "_" ? "" : "\(label): ")\(input))"
  }
}
