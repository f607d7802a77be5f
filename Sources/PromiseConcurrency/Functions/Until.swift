/// Calls an `async` function again and again, until it returns `true`.
///
/// ```swift
/// until(interval: 2) { try await isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// - Parameters:
///   - interval: The delay before each further call: a number of seconds, such as `0.5`, or a `Backoff`. The default is no
///     delay.
///   - body: Called in a task with the isolation of where it was written, which is canceled when the promise is. If it
///     throws, the promise is rejected with that error.
/// - Returns: A promise that is fulfilled when `body` returns `true`. Canceling it ends the repetition.
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
