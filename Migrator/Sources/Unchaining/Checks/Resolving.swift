import PromiseSyntax
import SwiftSyntax

/// Calls without a counterpart in async functions.
enum Resolving {
  /// Returns why a call that returns a promise is left.
  static func reason(for call: FunctionCallExprSyntax) -> LeaveReason? {
    let name = call.calledExpression.trimmedText
    if PromiseLiteral.argument(of: call) != nil {
      return LeaveReason(
        .googleThen, at: call,
        "Whether \(call.trimmedText) is fulfilled depends on a type. Write Promise.value(…) or Promise(error: …)."
      )
    }
    if name == "race" || name.hasSuffix(".race") {
      return LeaveReason(.raced, at: call, "The function races promises. Use a task group, or keep the promises.")
    }
    return nil
  }
}
