import SwiftSyntax

// Whether an expression is a promise, as far as the syntax tells.

extension ExprSyntax {
  /// What must be true for the expression to be a promise; `nil` if it is none.
  var promiseCondition: LibraryUse.Condition? {
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.promiseCondition }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.promiseCondition }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
      return only.expression.promiseCondition
    }
    if self.is(FunctionCallExprSyntax.self) {
      if let chain = Chain(self) { return chain.links.last!.isAwaiting ? nil : chain.condition }
      return headCondition
    }
    let name = lastName?.lowercased() ?? ""
    return name.hasSuffix("promise") || name.hasSuffix("guarantee") ? LibraryUse.Condition.none : nil
  }

  /// What must be true for a call to return a promise.
  fileprivate var headCondition: LibraryUse.Condition? {
    guard let name = ChainUse.head(self) else { return nil }
    if LibraryNames.promises.contains(name) { return .noType(name) }
    // `token.promise()` of a `SharedPromise`.
    if name == "promise" { return LibraryUse.Condition.none }
    if LibraryNames.promiseFunctions.contains(name), self.as(FunctionCallExprSyntax.self)?.isFreeCall ?? false {
      return .noFunction(name)
    }
    return .promise(of: name)
  }
}

extension Chain {
  /// What must be true for this to be a chain of promises, or for the result of its head to be a promise if the only link
  /// awaits it; `nil` if it is none.
  var condition: LibraryUse.Condition? {
    guard let use = ChainUse(self, importsPromises: true) else { return head.promiseCondition }
    return use.isCertain ? LibraryUse.Condition.none : head.headCondition
  }
}

extension Chain.Link {
  /// Whether the link is `get()` without a handler, which leads to `async` code.
  var isAwaiting: Bool { name.text == "get" && handler == nil }
}

extension FunctionCallExprSyntax {
  /// Whether the function that is called is no member.
  fileprivate var isFreeCall: Bool {
    if calledExpression.is(DeclReferenceExprSyntax.self) { return true }
    return calledExpression.as(MemberAccessExprSyntax.self)?.base?.isName(in: LibraryNames.modules) ?? false
  }
}
