public import Dispatch

/// Calls a function that returns a promise, and calls it again when the promise is rejected.
///
/// ```swift
/// retry(attempts: 3, delay: 0.5) { fetch(url) }.done { show($0) }.catch { show($0) }
/// ```
///
/// An error that means cancellation is not retried. Canceling the returned promise cancels the running attempt, or the
/// wait for the next one.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry: a number of seconds, such as `0.5`, or a ``Backoff``, such as
///     `.milliseconds(250)` or, for a `Duration`, `.constant(duration)`. Zero, a negative value or NaN means no delay.
///   - condition: A closure that returns whether to try again. It is called with the number of remaining retries and
///     the error, on the actor of the surrounding code, or on `DispatchQueue.promises` if there is none. It is not
///     called when no retries remain.
///   - body: A closure that returns the promise of one attempt. It runs on the actor of the surrounding code, or on
///     `DispatchQueue.promises` if there is none, and never inside the call of `retry`. An error that it throws counts
///     as a rejection.
/// - Returns: A promise that is fulfilled with the value of the attempt that succeeded, or rejected with the error of
///   the last attempt.
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Backoff = 1,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  // `map` is not used, because generic arguments that are `@isolated(any)` need macOS 15 or iOS 18.
  let conditionHandler: Handler<(Int, any Error), Bool, Never>? = if let condition { Handler(condition) } else { nil }
  return retry(attempts, delay, conditionHandler, Handler(body), CreationSite(file, line))
}

/// Calls a function that returns a promise, on a queue, and calls it again when the promise is rejected.
///
/// Apart from the queue, this function behaves like the one without a queue.
///
/// - Parameters:
///   - queue: The queue on which `body` and `condition` run, or `nil` to run them inline: the first attempt during this
///     call, and the others on the thread on which the previous attempt failed or the delay ended.
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry. Zero, a negative value or NaN means no delay.
///   - condition: A closure that returns whether to try again. It is called with the number of remaining retries and
///     the error. It is not called when no retries remain.
///   - body: A closure that returns the promise of one attempt. An error that it throws counts as a rejection.
/// - Returns: A promise that is fulfilled with the value of the attempt that succeeded, or rejected with the error of
///   the last attempt.
public func retry<Value: Sendable>(
  on queue: DispatchQueue?, attempts: Int = 1, delay: Backoff = 1,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  _ body: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(
    attempts, delay, condition.map { Handler(on: queue, $0) }, Handler(on: queue, flags: [], body),
    CreationSite(file, line))
}

/// Calls a function, and calls it again when it throws.
///
/// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value. Apart
/// from `body`, it behaves like the form for promises.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry. Zero, a negative value or NaN means no delay.
///   - condition: A closure that returns whether to try again. It is called with the number of remaining retries and
///     the error. It is not called when no retries remain.
///   - body: A closure that performs one attempt. It runs on the actor of the surrounding code, or on
///     `DispatchQueue.promises` if there is none, and never inside the call of `retry`.
/// - Returns: A promise that is fulfilled with the value that `body` returns, or rejected with the error that it throws
///   in the last attempt. Canceling it prevents further attempts.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Backoff = 1,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  let conditionHandler: Handler<(Int, any Error), Bool, Never>? = if let condition { Handler(condition) } else { nil }
  return retry(attempts, delay, conditionHandler, Handler(body).returningPromises(), CreationSite(file, line))
}

/// Calls a function on a queue, and calls it again when it throws.
///
/// Apart from the queue, this function behaves like the one without a queue.
///
/// - Parameters:
///   - queue: The queue on which `body` and `condition` run, or `nil` to run them inline: the first attempt during this
///     call, and the others on the thread on which the delay ended.
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry. Zero, a negative value or NaN means no delay.
///   - condition: A closure that returns whether to try again. It is called with the number of remaining retries and
///     the error. It is not called when no retries remain.
///   - body: A closure that performs one attempt.
/// - Returns: A promise that is fulfilled with the value that `body` returns, or rejected with the error that it throws
///   in the last attempt. Canceling it prevents further attempts.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  on queue: DispatchQueue?, attempts: Int = 1, delay: Backoff = 1,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  _ body: @escaping @Sendable () throws -> Value, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(
    attempts, delay, condition.map { Handler(on: queue, $0) }, Handler(on: queue, flags: [], body).returningPromises(),
    CreationSite(file, line))
}

/// The implementation of all forms. `handler` returns the promise of one attempt.
@usableFromInline
package func retry<Value: Sendable>(
  _ attempts: Int, _ backoff: Backoff, _ condition: Handler<(Int, any Error), Bool, Never>?,
  _ handler: Handler<Void, Promise<Value>, any Error>, _ site: CreationSite
) -> Promise<Value> {
  let failedAttempts = Counter()
  let handler = SharedHandler(handler, on: handler.executor)
  let condition = condition.map { SharedHandler($0, on: $0.executor) }
  // Only an error that may be retried needs the condition, and has to wait for its executor.
  let evaluationExecutor = condition.map { condition -> Loop.EvaluationExecutor in
    { attempt in attempt.retryableError == nil ? handler.executor : condition.executor }
  }
  let promise = Promise<Value>(site: site, context: .ofNewPromise())
  let loop = Loop(
    promise.any, on: handler.executor, evaluatingOn: evaluationExecutor,
    begin: { promise in
      promise.record(.attempt(failedAttempts.value + 1, retries: attempts, isRunning: true))
      return try handler.handler(()).any
    },
    evaluate: { promise, attempt, trampoline in
      if let error = attempt.retryableError {
        let number = failedAttempts.next()
        let remaining = attempts - number
        // `number` counts from 0 and `attempts` excludes the first attempt, so their difference is the number of
        // remaining retries.
        if remaining > 0, condition?.handler((remaining, error)) ?? true {
          promise.record(.attempt(number + 2, retries: attempts, isRunning: false))
          return backoff.delay(afterAttempt: number + 1)
        }
      }
      return TypedPromise<Value, any Error>(promise).finishLoop(with: attempt, in: trampoline)
    })
  loop.start()
  return promise
}

extension AnyPromise {
  /// The error of a promise that was rejected, but not canceled.
  fileprivate var retryableError: (any Error)? { isRejected && !storage.error.isCancelled ? storage.error : nil }
}
