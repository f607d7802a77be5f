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

  /// Whether a parameter, a variable or a property around the call has the name of the function.
  func isHidden(_ name: String) -> Bool {
    var current = parent
    while let node = current {
      switch node.as(SyntaxEnum.self) {
      case .functionDecl(let function):
        if function.signature.declaresParameter(name) { return true }
      case .initializerDecl(let initializer):
        if initializer.signature.declaresParameter(name) { return true }
      case .closureExpr(let closure):
        if closure.signature?.parameterClause?.declares(name) ?? false { return true }
      case .codeBlockItemList(let items):
        if items.contains(where: { $0.item.as(VariableDeclSyntax.self)?.declares(name) ?? false }) { return true }
      case .memberBlockItemList(let members):
        if members.contains(where: { $0.decl.as(VariableDeclSyntax.self)?.declares(name) ?? false }) { return true }
      default: break
      }
      current = node.parent
    }
    return false
  }
}

extension FunctionSignatureSyntax {
  fileprivate func declaresParameter(_ name: String) -> Bool {
    parameterClause.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
  }
}

extension ClosureSignatureSyntax.ParameterClause {
  fileprivate func declares(_ name: String) -> Bool {
    switch self {
    case .simpleInput(let names): names.contains { $0.name.text == name }
    case .parameterClause(let list): list.parameters.contains { ($0.secondName ?? $0.firstName).text == name }
    }
  }
}

extension VariableDeclSyntax {
  fileprivate func declares(_ name: String) -> Bool {
    bindings.contains { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }
  }
}
