public import Dispatch

/// Tries again when it fails. From google/promises.
///
/// ```swift
/// retry(attempts: 3) { fetch(url) }.done { show($0) }
/// ```
///
/// An error that means cancellation is not tried again. Cancelling the promise cancels the attempt that is running, or
/// the wait for the next.
///
/// - Parameters:
///   - attempts: How often to try *again*: there are so many calls and one. Zero and less: one call.
///   - delay: How long to wait before each further attempt, in seconds. Zero and less: no time.
///   - condition: Called with how many attempts remain and the error, where `body` was written; `false`: give up. Not
///     asked when no attempts remain.
///   - clock: Who measures the delay; `nil`: Dispatch.
///   - body: Makes the promise of one attempt; runs where it was written, the first time after this call has returned.
///     What it throws is a failure like any other.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
/// - Returns: A promise with the value of the attempt that succeeded, or the error of the last one.
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Double = 1, condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> { retry(attempts, .constant(delay), clock, condition, CreationSite(file, line), Handler(body)) }

/// Tries again, on a queue, when it fails. From google/promises.
///
/// As the form without a queue; `body` and `condition` run on `queue`.
public func retry<Value: Sendable>(
  on queue: DispatchQueue?, attempts: Int = 1, delay: Double = 1,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil, clock: (any Clock<Duration>)? = nil,
  _ body: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(attempts, .constant(delay), clock, condition, CreationSite(file, line), Handler(on: queue, flags: [], body))
}

/// Tries again when it fails, after a time that may grow.
///
/// As the form with a `delay`.
public func retry<Value: Sendable>(
  attempts: Int, backoff: Backoff, condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> { retry(attempts, backoff, clock, condition, CreationSite(file, line), Handler(body)) }

/// Tries again, on a queue, when it fails, after a time that may grow.
public func retry<Value: Sendable>(
  on queue: DispatchQueue?, attempts: Int, backoff: Backoff,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil, clock: (any Clock<Duration>)? = nil,
  _ body: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(attempts, backoff, clock, condition, CreationSite(file, line), Handler(on: queue, flags: [], body))
}

/// What the forms have in common: `handler` makes the promise of one attempt.
package func retry<Value: Sendable>(
  _ attempts: Int, _ backoff: Backoff, _ clock: (any Clock<Duration>)?,
  _ condition: (@Sendable (Int, any Error) -> Bool)?, _ site: CreationSite,
  _ handler: Handler<Void, Promise<Value>, any Error>
) -> Promise<Value> {
  let made = Counter()
  return Loop<Value, Value>.start(
    on: handler.executor, site, in: .ofNewPromise(), begin: { try handler(()) },
    judge: { outcome in
      guard case .failure(let error) = outcome, !error.isCancelled else { return .finish(outcome) }
      let attempt = made.next()
      let remaining = attempts - attempt
      // `attempt` counts from 0 and `attempts` are those after the first, so the two come together.
      guard remaining > 0, condition?(remaining, error) ?? true else { return .finish(outcome) }
      return .again(after: Delay(seconds: backoff.seconds(afterAttempt: attempt + 1), clock: clock))
    })
}
