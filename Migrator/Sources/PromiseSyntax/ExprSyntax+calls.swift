import SwiftSyntax

extension ExprSyntax {
  /// The call of what the expression names.
  var asCall: FunctionCallExprSyntax? {
    guard let call = parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == id else { return nil }
    return call
  }

  /// The last name of the expression, without generic arguments: `error` of `self.error`, `Promise` of
  /// `PromiseKit.Promise<Int>`.
  var lastName: String? {
    if let generic = self.as(GenericSpecializationExprSyntax.self) { return generic.expression.lastName }
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.lastName }
    return self.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// Whether the expression is one of some names.
  func isName(in names: Set<String>) -> Bool {
    self.as(DeclReferenceExprSyntax.self).map { names.contains($0.baseName.text) } ?? false
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call has a trailing closure or an argument that is a closure.
  var hasClosure: Bool { trailingClosure != nil || arguments.contains { $0.expression.is(ClosureExprSyntax.self) } }

  /// Whether the call has the form of `Task(promise)`.
  var convertsPromise: Bool {
    guard let only = arguments.first, arguments.count == 1, only.label == nil, trailingClosure == nil else {
      return false
    }
    return !only.expression.is(ClosureExprSyntax.self)
  }
}
