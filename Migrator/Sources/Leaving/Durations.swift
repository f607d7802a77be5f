import PromiseSyntax
import SwiftSyntax

/// Times of the library as values of type `Duration`.
enum Durations {
  private static let units: Set<String> = ["seconds", "milliseconds", "microseconds", "nanoseconds"]

  /// Returns a time limit or a delay: `5`, `.seconds(5)`, `.milliseconds(5)`, or a parameter with a known type.
  ///
  /// - Returns: `nil` if the text does not show whether the type is `Double` or `Duration`.
  static func duration(_ expression: ExprSyntax) -> String? {
    if expression.is(IntegerLiteralExprSyntax.self) || expression.is(FloatLiteralExprSyntax.self) {
      return ".seconds(\(expression.trimmedText))"
    }
    if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      switch parameterType(name, around: Syntax(expression)) {
      case "Double", "TimeInterval": return ".seconds(\(name))"
      case "Duration": return name
      default: return nil
      }
    }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      units.contains(member.declName.baseName.text), call.arguments.count == 1, call.trailingClosure == nil
    else { return nil }
    guard let base = member.base?.trimmedText else { return expression.trimmedText }
    return ["Duration", "DispatchTimeInterval"].contains(base)
      ? ".\(member.declName.baseName.text)(\(call.arguments.first!.expression.trimmedText))" : nil
  }

  /// Returns the type of a parameter of the function around a node.
  private static func parameterType(_ name: String, around node: Syntax) -> String? {
    var node = node
    while let parent = node.parent {
      if let function = FunctionDeclaration(parent) {
        let parameter = function.parameters.first { ($0.secondName ?? $0.firstName).text == name }
        return parameter?.type.trimmedText
      }
      node = parent
    }
    return nil
  }

  /// A delay between attempts.
  struct Backoff {
    /// A closure that returns the delay, or the call of a function that does.
    let delay: String
    /// The clock that measures it.
    let clock: String?
  }

  /// Returns a delay between attempts: a constant or an exponential one, with or without a clock.
  static func backoff(_ expression: ExprSyntax) -> Backoff? {
    if let duration = duration(expression) { return Backoff(delay: "{ _ in \(duration) }", clock: nil) }
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), call.trailingClosure == nil
    else { return nil }
    let base = member.base
    switch member.declName.baseName.text {
    case "measured":
      guard let base, let clock = call.argument("by"), call.arguments.count == 1, let delay = backoff(base) else {
        return nil
      }
      return Backoff(delay: delay.delay, clock: clock.trimmedText)
    case "constant":
      guard isBackoff(base), call.arguments.count == 1, let duration = duration(call.arguments.first!.expression) else {
        return nil
      }
      return Backoff(delay: "{ _ in \(duration) }", clock: nil)
    case "exponential": return isBackoff(base) ? exponential(call) : nil
    default: return nil
    }
  }

  private static func isBackoff(_ base: ExprSyntax?) -> Bool { base == nil || base!.isWritten("Backoff") }

  private static func exponential(_ call: FunctionCallExprSyntax) -> Backoff? {
    // The function in plain Swift doubles the delay, up to a maximum.
    guard let initial = call.argument("initial").flatMap(duration),
      let maximum = call.argument("maximum").flatMap(duration),
      call.arguments.allSatisfy({ ["initial", "maximum", "jitter"].contains($0.label?.text) })
    else { return nil }
    let jitter = call.argument("jitter").map { ", jitter: \($0.trimmedText)" } ?? ""
    return Backoff(delay: "exponential(initial: \(initial), maximum: \(maximum)\(jitter))", clock: nil)
  }
}
