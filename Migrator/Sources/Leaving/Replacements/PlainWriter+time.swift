import PromiseSyntax
import SwiftSyntax

extension PlainWriter {
  /// `promise.get(timeout: …)`, `promise.timeout(…)`
  func timeout(of promise: ExprSyntax, limit: ExprSyntax, clock: ExprSyntax?) -> Plain? {
    guard !program.examinesTimeouts, let limit = Durations.duration(limit), let body = closure(awaiting: promise) else {
      return nil
    }
    let clock = clock.map { ", clock: \($0.trimmedText)" } ?? ""
    return Plain(text: "withTimeout(\(limit)\(clock)) \(body.text)", files: body.files.union([.timeout]), kind: .limit)
  }

  /// `after(seconds: …)`, `after(.seconds(…))`
  func after(_ call: FunctionCallExprSyntax) -> Plain? {
    guard call.trailingClosure == nil, let first = call.arguments.first,
      call.arguments.dropFirst().allSatisfy({ $0.label?.text == "clock" })
    else { return nil }
    let delay: String? =
      switch first.label?.text {
      case "seconds": ".seconds(\(first.expression.trimmedText))"
      case nil: Durations.duration(first.expression)
      default: nil
      }
    let clock = call.argument("clock").map(\.trimmedText) ?? "Task"
    return delay.map { Plain(text: "\(clock).sleep(for: \($0))", kind: .timer) }
  }

  /// `retry(attempts: …, delay: …) { … }`, with or without a condition.
  func retry(_ call: FunctionCallExprSyntax) -> Plain? {
    guard let trailing = call.trailingClosure else { return nil }
    let others = call.additionalTrailingClosures
    guard others.isEmpty || others.count == 1 && others.first!.label.text == "_",
      let body = asyncClosure(others.first?.closure ?? trailing)
    else { return nil }
    var arguments: [String] = []
    for argument in call.arguments {
      switch argument.label?.text {
      case "attempts", "condition": arguments.append(argument.textWithoutComma)
      case "delay":
        guard let backoff = Durations.backoff(argument.expression) else { return nil }
        arguments.append("delay: " + backoff.delay)
        if let clock = backoff.clock { arguments.append("clock: " + clock) }
      default: return nil
      }
    }
    let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
    let condition = others.isEmpty ? "" : " \(trailing.trimmedText) _:"
    return Plain(text: "retry\(list)\(condition) \(body.text)", files: body.files.union([.retry]))
  }

  /// `race(a, b)`, `race(fulfilled: promises)`
  func race(_ call: FunctionCallExprSyntax) -> Plain? {
    guard call.trailingClosure == nil, let first = call.arguments.first,
      call.arguments.dropFirst().allSatisfy({ $0.label == nil })
    else { return nil }
    let function: String
    switch first.label?.text {
    case nil: function = "firstResult"
    case "fulfilled":
      guard !program.examinesRaces else { return nil }
      function = "firstSuccess"
    default: return nil
    }
    let promises = Array(call.arguments.map(\.expression))
    if promises.count == 1, let map = promises[0].as(FunctionCallExprSyntax.self), map.member?.name == "map" {
      guard let closure = map.onlyClosure, let promise = closure.onlyExpression,
        let body = self.closure(awaiting: promise), let parameter = Self.parameter(of: closure, body.text)
      else { return nil }
      let text = "\(map.calledExpression.trimmedText) { \(parameter.signature) \(parameter.body) }"
      return Plain(text: "\(function)(of: \(text))", files: body.files.union([.timeout]))
    }
    let list = promises.count == 1 ? promises[0].as(ArrayExprSyntax.self)?.elements.map(\.expression) : nil
    let elements = list ?? promises
    guard !elements.isEmpty else { return nil }
    var bodies: [String] = []
    var files: Set<PlainSwiftFile> = [.timeout]
    for element in elements {
      guard let body = self.closure(awaiting: element) else { return nil }
      // In an array literal, the compiler does not infer it.
      let isMarked = body.text.hasPrefix("{ @Sendable")
      bodies.append(isMarked ? body.text : Self.sendable(body.text))
      files.formUnion(body.files)
    }
    return Plain(text: "\(function)(of: [\(bodies.joined(separator: ", "))])", files: files)
  }

  /// Returns a closure without parameters as a `@Sendable` one.
  private static func sendable(_ closure: String) -> String {
    let rest = closure.dropFirst()
    return "{ @Sendable" + (rest.hasPrefix(" [") || rest.hasPrefix(" @") ? "" : " in") + rest
  }

  /// Returns the signature of a closure whose parameter an inner closure uses, and the inner one.
  private static func parameter(
    of closure: ClosureExprSyntax, _ body: String
  ) -> (signature: String, body: String)? {
    if let signature = closure.signature { return (signature.trimmedText, body) }
    let name = "element"
    // An anonymous parameter of another closure could be meant.
    guard !body.contains(name), body.count(where: { $0 == "{" }) == 1 else { return nil }
    return ("\(name) in", body.replacing("$0", with: name))
  }
}
