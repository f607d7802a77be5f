/// What canceling a task that waits for a promise does to the promise.
///
/// In either case, the wait for a `Promise` ends immediately with `CancellationError`. The wait for a `Guarantee`
/// continues, because a guarantee has no error to throw.
public enum CancellationPolicy: Sendable {
  /// The promise and its work continue. A task that has stopped waiting is no longer a consumer of the promise.
  case leave
  /// The promise is canceled with the task, unless the promise has another consumer.
  case forward

  /// The policy of a wait that names none: `leave`, or `forward` in the scopes of `PromiseScoping`.
  ///
  /// A promise may have other consumers that the waiting task does not know of, which attach only later. So a wait leaves
  /// it alone, unless its code says that nothing is to outlive it, as the body of `withPromiseScope` and the tasks of a
  /// scope do. The tasks that they start, and the handlers and `async` steps that are written in them, inherit that.
  public static var `default`: CancellationPolicy {
    HandlerScope.mayExist ? DefaultCancellationPolicy.override ?? .leave : .leave
  }
}

/// The default policy in a scope.
package enum DefaultCancellationPolicy {
  /// The policy, or `nil` outside of any scope. It travels with handlers, because a step may wait as well.
  @TaskLocal package static var override: CancellationPolicy?

  private static let registration: Void = RegisteredTaskLocal.registerOptional($override, isSame: ==)

  /// Runs `body`, which starts tasks, with the policy of a scope.
  package static func inScope(_ body: () -> Void) {
    _ = registration
    $override.withValue(.forward, operation: body)
  }

  /// Runs an `async` function with the policy of a scope.
  package static func inScope<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    _ = registration
    return try await $override.withValue(.forward, operation: body, isolation: isolation)
  }
}
