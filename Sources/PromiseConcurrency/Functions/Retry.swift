/// Calls an `async` function again when it throws.
///
/// ```swift
/// retry(attempts: 3) { try await load(url) }.done { show($0) }
/// ```
///
/// What is written on the form that takes a promise holds for this one as well.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry: a number of seconds, such as `0.5`, or a `Backoff`, such as
///     `.milliseconds(250)` or, for a `Duration`, `.constant(duration)`.
///   - condition: Returns whether to try again. It is called with the number of retries that remain and the error, on the
///     actor where it was written, or, if there is none, on the thread on which the attempt failed: like the tasks of
///     `body`, it has no use for the default queue.
///   - body: One attempt, in a task with the isolation of where it was written. The task is canceled when the promise is.
/// - Returns: A promise of the value of the attempt that succeeded, or of the error of the last one.
@_disfavoredOverload
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Backoff = 1,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  let site = CreationSite(file, line)
  let handler = Handler<Void, Promise<Value>, any Error>(executor: HandlerExecutor(startingTasksOn: body.isolation)) {
    Promise(byTaskOn: body.isolation, site) { _ in try await body() }
  }
  let judge: Handler<(Int, any Error), Bool, Never>? = if let condition { Handler(onActorOf: condition) } else { nil }
  return retry(attempts, delay, judge, handler, site)
}
