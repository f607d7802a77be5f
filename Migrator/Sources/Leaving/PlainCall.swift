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
    return call.parent?.is(AwaitExprSyntax.self) ?? false
  }
}
