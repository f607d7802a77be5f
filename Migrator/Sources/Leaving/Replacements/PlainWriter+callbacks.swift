import PromiseSyntax
import SwiftSyntax

extension PlainWriter {
  /// `wrap { handler in … }`
  func wrap(_ call: FunctionCallExprSyntax) -> Plain? {
    guard let closure = call.onlyClosure, !closure.isAsync, !program.examinesCallbacks else { return nil }
    return Plain(text: call.trimmedText, files: [.wrap, .callback])
  }

  /// `Promise { resolver in … }`, `Guarantee { seal in … }`, and promises of tasks and sequences.
  func created(_ creation: PromiseCreation, _ call: FunctionCallExprSyntax) -> Plain? {
    if let sequence = call.argument("collecting"), call.arguments.count == 1 { return collected(sequence) }
    guard let closure = body(of: call) else { return nil }
    if closure.isAsync { return task(closure, type: creation.type) }
    guard closure.hasOneUntypedParameter, creation.kind == .guarantee || onlySettles(closure),
      !program.examinesCallbacks
    else { return nil }
    let type = creation.type.map { "(of: \($0.contains(" ") ? "(\($0))" : $0).self)" } ?? ""
    let function = creation.kind == .promise ? "withResolver" : "withSeal"
    return Plain(
      text: "\(function)\(type) \(closure.trimmedText)", canThrow: creation.kind == .promise, files: [.callback])
  }

  /// The closure of `Promise { … }` and `Promise(resolver: { … })`.
  private func body(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard let label = call.arguments.first?.label?.text else { return call.onlyClosure }
    return ["resolver", "operation"].contains(label) ? call.onlyClosure : nil
  }

  /// `Promise { try await f() }`, whose task ends when it is awaited.
  private func task(_ closure: ClosureExprSyntax, type: String?) -> Plain? {
    guard closure.signature == nil, var expression = closure.onlyExpression else { return nil }
    var canThrow = false
    if let attempt = expression.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil {
      (canThrow, expression) = (true, attempt.expression)
    }
    guard let wait = expression.as(AwaitExprSyntax.self) else { return nil }
    let text = wait.expression.trimmedText
    return Plain(text: type.map { "(\(text) as \($0))" } ?? text, canThrow: canThrow)
  }

  /// Whether a closure only calls or passes methods of its resolver that exist in plain Swift as well.
  private func onlySettles(_ closure: ClosureExprSyntax) -> Bool {
    let name = closure.untypedParameters?.first ?? "$0"
    let uses = closure.statements.tokens(viewMode: .sourceAccurate).filter { $0.text == name }
    for use in uses {
      guard let period = use.nextToken(viewMode: .sourceAccurate), period.text == ".",
        let member = period.nextToken(viewMode: .sourceAccurate),
        ["fulfill", "reject", "resolve", "onCancel"].contains(member.text)
      else { return false }
    }
    return true
  }
}
