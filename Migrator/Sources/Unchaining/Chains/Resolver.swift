import PromiseSyntax
import SwiftSyntax

/// The resolver of a promise that `Promise { seal in … }` creates.
enum Resolver {
  /// An object with methods: `seal.fulfill(value)`.
  case object(String)
  /// Two functions: `fulfill(value)`.
  case functions(fulfill: String, reject: String)
  /// The function that settles a guarantee: `seal(value)`.
  case function(String)

  /// Reads the parameters of the closure of `Promise { seal in … }`.
  init?(_ closure: ClosureExprSyntax, isGuarantee: Bool) {
    let names: [String]
    switch closure.signature?.parameterClause {
    case .simpleInput(let list): names = list.map(\.name.text)
    case .parameterClause(let clause): names = clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: names = []
    }
    switch names.count {
    case 1: self = isGuarantee ? .function(names[0]) : .object(names[0])
    case 2 where !isGuarantee: self = .functions(fulfill: names[0], reject: names[1])
    default: return nil
    }
  }

  /// The effect of a call on the promise.
  private enum Action { case fulfill, reject, resolve }

  private func action(_ function: ExprSyntax) -> Action? {
    switch self {
    case .object(let name):
      guard let member = function.as(MemberAccessExprSyntax.self),
        member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
      else { return nil }
      switch member.declName.baseName.text {
      case "fulfill", "fulfill_": return .fulfill
      case "reject": return .reject
      case "resolve": return .resolve
      default: return nil
      }
    case .functions(let fulfill, let reject):
      let name = function.as(DeclReferenceExprSyntax.self)?.baseName.text
      return name == fulfill ? .fulfill : name == reject ? .reject : nil
    case .function(let name):
      return function.as(DeclReferenceExprSyntax.self)?.baseName.text == name ? .fulfill : nil
    }
  }

  /// Whether an expression is the function that fulfills the promise, such as `seal.fulfill`.
  func isFulfill(_ function: ExprSyntax) -> Bool { action(function) == .fulfill }
  /// Whether an expression is the function that rejects the promise.
  func isReject(_ function: ExprSyntax) -> Bool { action(function) == .reject }
  /// Whether an expression is the function that settles the promise with a result.
  func isResolve(_ function: ExprSyntax) -> Bool { action(function) == .resolve }

  /// Returns the outcome of a call that settles the promise, such as `seal.fulfill(value)`.
  func outcome(of expression: ExprSyntax) -> Exit.Outcome? {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.trailingClosure == nil, call.arguments.count <= 1,
      call.arguments.first?.label == nil
    else { return nil }
    let argument = call.arguments.first?.expression
    switch action(call.calledExpression) {
    case .fulfill:
      guard let argument, argument.as(TupleExprSyntax.self)?.elements.isEmpty != true else { return .nothing }
      return .value(argument)
    case .reject: return argument.map(Exit.Outcome.error)
    case .resolve, nil: return nil
    }
  }

  /// The number of times that a node mentions the resolver.
  func mentions(in node: some SyntaxProtocol) -> Int {
    let names: [String] =
      switch self {
      case .object(let name), .function(let name): [name]
      case .functions(let fulfill, let reject): [fulfill, reject]
      }
    return References.uses(in: node).count { names.contains($0.name) }
  }
}
