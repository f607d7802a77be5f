/// The part of the attaching code's environment that a handler takes with it: the default queue of its scope.
///
/// A handler has a scope only if the code that attached it runs in `withPromiseQueue`, so that other handlers cost
/// nothing. The scope contains the executor, because a `Reaction` has room for one reference.
@usableFromInline
package final class HandlerScope: Sendable {
  /// The executor of the handler, which has no scope itself.
  let executor: HandlerExecutor
  let defaultQueue: DefaultQueue.Override

  init(_ executor: HandlerExecutor, defaultQueue: DefaultQueue.Override) {
    self.executor = executor
    self.defaultQueue = defaultQueue
  }

  /// Runs `body` in the scope.
  func run(_ body: () -> Void) { DefaultQueue.run(with: defaultQueue, body) }

  /// Runs an `async` function in the scope.
  func run(isolation: isolated (any Actor)?, _ body: TaskWork) async {
    await DefaultQueue.run(with: defaultQueue, isolation: isolation, body)
  }
}
