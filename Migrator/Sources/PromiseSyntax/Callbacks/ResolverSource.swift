import SwiftSyntax

/// A call that creates the object or the functions with which a callback settles a promise or resumes a task.
struct ResolverSource {
  /// The name of the function or type that is called, such as `Promise` or `withCheckedContinuation`.
  let name: String
  /// What the closure of the call receives.
  let kind: Kind

  enum Kind {
    /// An object with methods that may be passed as functions: `resolver.fulfill`.
    case object
    /// A function: `seal`, or the handler of `wrap`.
    case function
    /// A continuation, whose methods cannot be passed as functions, because their parameters are `sending`.
    case continuation
    /// The result of `pending()`: `pending.resolver`, or a promise of google/promises, which has `fulfill`.
    case pending
  }

  /// Reads a call such as `Promise { resolver in … }`.
  init?(_ call: FunctionCallExprSyntax) {
    guard let name = call.calledExpression.lastName else { return nil }
    switch name {
    case "Promise": kind = .object
    case "Guarantee": kind = .function
    case "wrap" where call.isFreeFunction: kind = .function
    case "withResolver" where call.isFreeFunction: kind = .object
    case "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
      "withUnsafeThrowingContinuation":
      kind = .continuation
    default: return nil
    }
    self.name = name
  }

  private init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

  /// Returns what the parameters of a closure of the call are.
  func parameters(of closure: ClosureExprSyntax) -> [(name: String, source: ResolverSource)] {
    let names = closure.parameterNames
    switch names.count {
    case 1: return [(names[0], self)]
    // `Promise<Value> { fulfill, reject in … }` of google/promises.
    case 2 where name == "Promise": return names.map { ($0, ResolverSource(name: name, kind: .function)) }
    default: return []
    }
  }

  /// Returns the resolver that a declaration such as `let (promise, resolver) = Promise<Int>.pending()` creates.
  static func pending(_ binding: PatternBindingSyntax) -> (name: String, source: ResolverSource)? {
    guard let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "pending",
      let type = member.base?.lastName, type == "Promise" || type == "Guarantee"
    else { return nil }
    if let tuple = binding.pattern.as(TuplePatternSyntax.self), tuple.elements.count == 2,
      let name = tuple.elements.last?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    {
      return (name, ResolverSource(name: "pending", kind: type == "Promise" ? .object : .function))
    }
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { return nil }
    return (name, ResolverSource(name: "pending", kind: .pending))
  }

  /// Whether a use of the name settles the promise or resumes the task, or may do so.
  func isSettled(by name: DeclReferenceExprSyntax) -> Bool {
    guard kind == .pending else { return true }
    let member = name.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return ["fulfill", "reject", "resolve", "resolver"].contains(member)
  }
}

extension FunctionCallExprSyntax {
  /// Whether the function is called without a base, or with the name of a module or a type.
  fileprivate var isFreeFunction: Bool {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self) else { return true }
    return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase == true
  }
}

extension ClosureExprSyntax {
  /// The names of the parameters that are written.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.text)
    case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }

  /// The call to which the closure is passed, and the label with which it is passed.
  ///
  /// The first trailing closure has no label.
  var receivingCall: (call: FunctionCallExprSyntax, label: String?)? {
    if let call = parent?.as(FunctionCallExprSyntax.self) {
      return call.trailingClosure?.id == id ? (call, nil) : nil
    }
    if let element = parent?.as(MultipleTrailingClosureElementSyntax.self) {
      return element.parent?.parent?.as(FunctionCallExprSyntax.self).map { ($0, element.label.text) }
    }
    guard let argument = parent?.as(LabeledExprSyntax.self) else { return nil }
    return argument.parent?.parent?.as(FunctionCallExprSyntax.self).map { ($0, argument.label?.text) }
  }

  /// Whether the closure is an argument in parentheses.
  var isInParentheses: Bool { parent?.is(LabeledExprSyntax.self) == true }
}
