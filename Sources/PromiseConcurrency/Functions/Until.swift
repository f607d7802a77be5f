/// Calls an `async` function repeatedly until it returns `true`.
///
/// ```swift
/// until(interval: 2) { try await isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// - Parameters:
///   - interval: The delay between the end of one call and the start of the next: a number of seconds, such as `0.5`,
///     or a `Backoff`. Zero, a negative value or NaN means no delay, which is the default.
///   - body: The function to call. All calls run in one task with the isolation of the surrounding code, from which it
///     also inherits priority and task-local values. The task is canceled when the promise is.
/// - Returns: A promise that is fulfilled when `body` returns `true`, or rejected with the error that `body` throws.
///   Canceling it cancels the running call, or the wait for the next one.
@_disfavoredOverload
public func until(
  interval: Backoff = 0,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Bool,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  return Promise(byTaskOn: body.isolation, site) { actor in
    var calls = 0
    while try await !body() {
      calls += 1
      try await pause(interval.delay(afterAttempt: calls), site, isolation: actor)
    }
  }
}
