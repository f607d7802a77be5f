/// Tries an `async` function again when it fails.
///
/// ```swift
/// retry(attempts: 3) { try await load(url) }.done { show($0) }
/// ```
///
/// What is written on the form without `async` holds here, too.
///
/// - Parameters:
///   - attempts: How often to try *again*: there are so many calls and one. Zero and less: one call.
///   - delay: How long to wait before each further attempt, in seconds. Zero and less: no time.
///   - condition: Called with how many attempts remain and the error; `false`: give up. On the actor where `body` was
///     written, or, where there is none, on the thread on which the attempt failed.
///   - clock: Who measures the delay; `nil`: Dispatch.
///   - body: One attempt, in a task with the isolation of where it was written, which is cancelled when the promise is.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise of the value of the attempt that succeeded, or the error of the last one.
@_disfavoredOverload
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Double = 1, condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> { retry(attempts, .constant(delay), condition, clock, CreationSite(file, line), body) }

/// Tries an `async` function again when it fails, after a time that may grow.
///
/// As the form with a `delay`.
@_disfavoredOverload
public func retry<Value: Sendable>(
  attempts: Int, backoff: Backoff, condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> { retry(attempts, backoff, condition, clock, CreationSite(file, line), body) }

private func retry<Value: Sendable>(
  _ attempts: Int, _ backoff: Backoff, _ condition: (@Sendable (Int, any Error) -> Bool)?,
  _ clock: (any Clock<Duration>)?, _ site: CreationSite,
  _ body: @escaping @isolated(any) @Sendable () async throws -> Value
) -> Promise<Value> {
  let handler = Handler<Void, Promise<Value>, any Error>(executor: HandlerExecutor(startingTasksOn: body.isolation)) {
    Promise(byTaskOn: body.isolation, site) { _ in try await body() }
  }
  return retry(attempts, backoff, clock, condition, site, handler)
}
