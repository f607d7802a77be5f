import PromiseSyntax
import SwiftSyntax

extension FunctionUnchaining {
  /// Checks that no closure becomes isolated to the main actor that an SDK may call on another thread.
  ///
  /// - Parameters:
  ///   - declarations: The declarations of the file.
  ///   - needsMainActor: Whether the async function becomes `@MainActor`.
  func checkCallbacks(
    _ declarations: FileDeclarations, needsMainActor: Bool, knowing knowledge: ProgramKnowledge
  ) throws(LeaveReason) {
    let isIsolated = !needsMainActor && Isolation.isMainActor(function, knowing: knowledge)
    guard needsMainActor || isIsolated,
      let callback = IsolatedCallback.firstIsolated(
        inStatementsOf: body.node, declarations, isIsolated: isIsolated)
    else { return }
    throw LeaveReason(
      .isolatedCallback, at: callback.closure,
      "In the async function, this closure would be isolated to the main actor, and would trap in Swift 6 mode if \(callback.callee) calls it on another thread. Write `@Sendable` before its parameters, or pass a function instead."
    )
  }
}
