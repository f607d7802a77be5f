/// Calls an `async` function, and calls it again when it throws.
///
/// ```swift
/// retry(attempts: 3) { try await load(url) }.done { show($0) }.catch { show($0) }
/// ```
///
/// An error that means cancellation is not retried. Canceling the returned promise cancels the running attempt, or the
/// wait for the next one.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry: a number of seconds, such as `0.5`, or a `Backoff`, such as
///     `.milliseconds(250)` or, for a `Duration`, `.constant(duration)`. Zero, a negative value or NaN means no delay.
///   - condition: Returns whether to try again. It is called with the number of remaining retries and the error, on the
///     actor to which the closure is isolated or, if there is none, on the thread on which the attempt failed. It is
///     not called when no retries remain.
///   - body: Performs one attempt. All attempts run in one task with the isolation of the surrounding code, from which
///     it also inherits priority and task-local values. The task is canceled when the promise is.
/// - Returns: A promise that is fulfilled with the value of the attempt that succeeded, or rejected with the error of
///   the last attempt.
@_disfavoredOverload
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Backoff = 1,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  let site = CreationSite(file, line)
  let promise = Promise<Value>(site: site, context: .ofNewPromise())
  let trampoline = Trampoline.enter()
  promise.any.work(on: body.isolation, in: trampoline) { actor in
    let outcome = await Result(isolation: actor) {
      var failedAttempts = 0
      while true {
        promise.any.record(.attempt(failedAttempts + 1, retries: attempts, isRunning: true))
        do {
          return try await body()
        } catch  where !error.isCancelled && failedAttempts < attempts {
          if let condition, await !condition(attempts - failedAttempts, error) { throw error }
        }
        failedAttempts += 1
        promise.any.record(.attempt(failedAttempts + 1, retries: attempts, isRunning: false))
        try await pause(delay.delay(afterAttempt: failedAttempts), site, isolation: actor)
      }
    }
    promise.settle(outcome)
  }
  trampoline.leave()
  return promise
}

/// Suspends the task of a promise for a while. Throws if the promise is canceled.
func pause(_ delay: TimerInterval, _ site: CreationSite, isolation: isolated (any Actor)?) async throws {
  if !delay.isNone { await after(delay, site).get(cancellation: .forward) }
  try Task.checkCancellation()
}
