import PromiseSyntax
import SwiftSyntax

/// The function around a chain, and the program around the function.
final class ChainContext {
  let knowledge: ProgramKnowledge
  let body: FunctionBody
  let caller: Caller
  let promise: PromiseType
  let options: UnchainOptions
  let vocabulary: Vocabulary
  /// Determines what closures return, if the file uses google/promises.
  let google: GoogleGrammar?
  /// The type of the function's value, as it is written.
  let valueType: String
  /// Whether the function has no value.
  let isVoid: Bool

  init(
    _ function: FunctionDeclaration, _ body: FunctionBody, _ promise: PromiseType, knowing knowledge: ProgramKnowledge,
    _ options: UnchainOptions, _ vocabulary: Vocabulary
  ) {
    self.knowledge = knowledge
    self.body = body
    caller = Caller(function, body)
    self.promise = promise
    self.options = options
    self.vocabulary = vocabulary
    google = vocabulary.isGooglePromises ? GoogleGrammar(knowledge: knowledge, caller: caller) : nil
    valueType = promise.value.trimmedText
    isVoid = ["Void", "()", "Swift.Void"].contains(valueType)
  }

  var function: FunctionDeclaration { caller.function }

  /// Returns the call of a function that waits for a promise, such as `.get()`.
  func await(_ function: String) -> String {
    options.forwardsCancellation ? ".\(function)(cancellation: .forward)" : ".\(function)()"
  }

  /// Returns the called function.
  func callee(of call: FunctionCallExprSyntax) -> ProgramKnowledge.Function? {
    knowledge.function(calledBy: call, in: caller)
  }

  /// Returns the functions that a call may mean if they differ only in the types of their promises.
  func overloads(of call: FunctionCallExprSyntax, isPromise: Bool) -> Overloads.Declarations? {
    knowledge.overloads(of: call, in: caller, isPromise: isPromise)
  }

  /// Returns the closure of `firstly { … }`.
  static func firstly(_ call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard call.calledExpression.isWritten("firstly") else { return nil }
    return call.trailingClosure ?? call.arguments.first?.expression.as(ClosureExprSyntax.self)
  }

  private func steps(of chain: Chain) -> Steps? { try? Steps(chain, type: nil, google: google) }

  /// Returns the type of the value of a promise, if it is known.
  func valueType(of expression: ExprSyntax) -> String? {
    if let chain = Chain(expression) { return steps(of: chain)?.valueType(self) }
    guard let call = expression.as(FunctionCallExprSyntax.self) else { return nil }
    if let closure = Self.firstly(call) {
      return (closure.statements.last?.item.as(ExprSyntax.self)).flatMap(valueType)
    }
    if call.calledExpression.isWritten("after") { return "Void" }
    guard let callee = callee(of: call) else { return nil }
    return callee.hasLocalType && (callee.owner == nil || callee.owner != caller.type) ? nil : callee.valueType
  }

  /// Derives a name for the value of a promise.
  func hint(for expression: ExprSyntax) -> String {
    if let chain = Chain(expression) { return steps(of: chain)?.hint(self) ?? "value" }
    if let call = expression.as(FunctionCallExprSyntax.self) {
      if PromiseLiteral.isPromiseType(call.calledExpression) { return "value" }
      if let inner = Self.firstly(call)?.statements.last?.item.as(ExprSyntax.self) { return hint(for: inner) }
    }
    return Names.hint(for: expression.as(TryExprSyntax.self)?.expression ?? expression)
  }
}
