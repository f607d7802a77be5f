import SwiftSyntax

/// Calls that an async function has no counterpart of.
enum Resolving {
  /// Returns why a call that returns a promise is left.
  static func reason(for call: FunctionCallExprSyntax) -> LeaveReason? {
    let name = call.calledExpression.trimmedDescription
    if PromiseLiteral.argument(of: call) != nil {
      return LeaveReason(
        .googleThen, at: call,
        "Whether \(call.trimmedDescription) is fulfilled depends on a type. Write Promise.value(…) or Promise(error: …)."
      )
    }
    if name == "race" || name.hasSuffix(".race") {
      return LeaveReason(.raced, at: call, "Promises are raced. Use a task group instead, or keep the promises.")
    }
    return nil
  }
}
