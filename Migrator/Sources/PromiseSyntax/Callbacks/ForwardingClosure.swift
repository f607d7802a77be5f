import SwiftSyntax

/// A closure that only passes its parameters on to a function, unchanged and in order, such as
/// `{ seal.resolve($0, $1) }`.
struct ForwardingClosure {
  /// The resolver, or the function itself.
  let base: DeclReferenceExprSyntax
  /// Whether the function is a method of the resolver.
  let isMethod: Bool
  /// The function as an expression, such as `seal.resolve`.
  let function: String

  /// Reads a closure.
  ///
  /// - Returns: `nil` if the closure does anything else, has types, captures or attributes, or contains a comment.
  init?(_ closure: ClosureExprSyntax) {
    let signature = closure.signature
    let isPlain = signature?.attributes.isEmpty ?? true
    guard isPlain, signature?.capture == nil, signature?.effectSpecifiers == nil, signature?.returnClause == nil,
      closure.statements.count == 1, case .expr(let expression) = closure.statements.first!.item,
      let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil
    else { return nil }
    let arguments = call.arguments.map { argument in
      argument.label == nil ? argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text : nil
    }
    switch signature?.parameterClause {
    case .simpleInput(let list): guard list.map(\.name.text) == arguments else { return nil }
    case .parameterClause: return nil
    case nil: guard arguments == arguments.indices.map({ "$\($0)" }) else { return nil }
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self) {
      let name = member.declName.baseName.text
      guard ["fulfill", "reject", "resolve"].contains(name), member.declName.argumentNames == nil,
        let base = member.base?.as(DeclReferenceExprSyntax.self)
      else { return nil }
      (self.base, isMethod, function) = (base, true, "\(base.baseName.text).\(name)")
    } else if let base = call.calledExpression.as(DeclReferenceExprSyntax.self), base.argumentNames == nil,
      !arguments.isEmpty
    {
      (self.base, isMethod, function) = (base, false, base.baseName.text)
    } else {
      return nil
    }
    guard !closure.containsComment else { return nil }
  }
}

extension ClosureExprSyntax {
  /// Whether there is a comment between the braces.
  fileprivate var containsComment: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      token.id != leftBrace.id && token.leadingTrivia.contains(where: \.isComment)
        || token.id != rightBrace.id && token.trailingTrivia.contains(where: \.isComment)
    }
  }
}
