import PromiseSyntax
import SwiftSyntax

/// Calls of functions that plain Swift has under the same name.
enum PlainCall {
  private static let operations: Set<LibraryOperation> = [.wrap, .retry, .resolver, .concurrentMap]
  private static let functions: Set<String> = ["wrap", "retry", "withResolver", "concurrentMap", "concurrentForEach"]

  /// Whether a use is a call that is awaited itself, and therefore returns no promise.
  static func isPlain(_ use: LibraryUse) -> Bool {
    guard operations.contains(use.operation) else { return false }
    let call = use.node.as(FunctionCallExprSyntax.self) ?? use.node.parent?.as(FunctionCallExprSyntax.self)
    guard let call, let name = call.freeName ?? call.member?.name, functions.contains(name) else { return false }
    return isAwaited(ExprSyntax(call))
  }

  /// Members of asynchronous sequences, which are awaited as well.
  private static let membersOfSequences: Set<String> = [
    "get", "first", "contains", "allSatisfy", "reduce", "min", "max",
  ]

  /// Whether a call is awaited itself, and not a promise or a sequence that it returns.
  private static func isAwaited(_ expression: ExprSyntax) -> Bool {
    guard let parent = expression.parent else { return false }
    if parent.is(AwaitExprSyntax.self) { return true }
    guard let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == expression.id,
      !membersOfSequences.contains(member.declName.baseName.text)
    else { return false }
    let call = member.parent?.as(FunctionCallExprSyntax.self)
    return isAwaited(call.map(ExprSyntax.init) ?? ExprSyntax(member))
  }
}
