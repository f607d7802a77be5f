/// Calls an `async` function repeatedly until it returns `true`.
///
/// ```swift
/// until(interval: 2) { try await isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// - Parameters:
///   - interval: The delay between the end of one call and the start of the next: a number of seconds, such as `0.5`,
///     or a `Backoff`. Zero, a negative value or NaN means no delay, which is the default.
///   - body: The function to call. Each call runs in a new task with the isolation of the surrounding code. The task is
///     canceled when the promise is.
/// - Returns: A promise that is fulfilled when `body` returns `true`, or rejected with the error that `body` throws.
///   Canceling it cancels the running call, or the wait for the next one.
@_disfavoredOverload
public func until(
  interval: Backoff = 0,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Bool,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  let site = CreationSite(file, line)
  let handler = Handler<Void, Promise<Bool>, any Error>(executor: HandlerExecutor(startingTasksOn: body.isolation)) {
    Promise(byTaskOn: body.isolation, site) { _ in try await body() }
  }
  return until(interval, handler, site)
}
