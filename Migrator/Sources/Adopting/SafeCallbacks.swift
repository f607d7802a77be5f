import PromiseSyntax
import SourceEditing
import SwiftSyntax

/// Changes closures that would trap in the Swift 6 language mode when an SDK calls them on its own queue: a closure that
/// only forwards its parameters becomes the function that receives them, and others become `@Sendable`.
struct SafeCallbacks {
  private let scribe: Scribe
  private let project: Project

  init(_ scribe: Scribe, project: Project) {
    self.scribe = scribe
    self.project = project
  }

  func write() {
    guard scribe.source.mentions("Promise", "Guarantee", "wrap", "Continuation", "pending") else { return }
    let source = scribe.source
    let callbacks = IsolatedCallback.all(
      in: source, FileDeclarations(in: source.tree), isolatedTypes: project.isolatedTypes)
    for callback in callbacks where callback.condition == .none {
      if let function = callback.calledFunction, project.modules.declare(function, calledIn: source.path) { continue }
      if let function = callback.function {
        scribe.replace(callback.closure, with: function)
      } else if let name = callback.obstacle {
        leave(callback, because: name)
      } else {
        makeSendable(callback.closure)
      }
    }
  }

  private func makeSendable(_ closure: ClosureExprSyntax) {
    if let signature = closure.signature {
      scribe.edit(Edit(inserting: "@Sendable ", at: signature.positionAfterSkippingLeadingTrivia))
    } else {
      let brace = closure.leftBrace
      let next = brace.nextToken(viewMode: .sourceAccurate)
      let isSeparate = !brace.trailingTrivia.isEmpty || !(next?.leadingTrivia.isEmpty ?? true)
      scribe.edit(
        Edit(inserting: " @Sendable in\(isSeparate ? "" : " ")", at: brace.endPositionBeforeTrailingTrivia))
    }
    scribe.count()
  }

  private func leave(_ callback: IsolatedCallback, because name: String) {
    scribe.leave(
      at: callback.closure, "isolated-callback",
      "This closure uses `\(name)`, so it was not made `@Sendable`. In Swift 6 mode, it traps if `\(callback.callee)` calls it on another thread.",
      explanation: "Settle the promise in a `@Sendable` closure, and move what needs the actor to a handler of the "
        + "promise: see “Callbacks of older SDKs” in Pitfalls.md.")
  }
}
