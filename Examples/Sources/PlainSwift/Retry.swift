/// Calls a function, and calls it again after a delay when it throws.
///
/// ```swift
/// let user = try await retry(attempts: 3) { try await load(url) }
/// ```
///
/// An error is not retried if the current task is canceled, or if it is a `CancellationError`.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: Returns the delay after an attempt. The number of the first attempt is 1.
///   - clock: The clock that measures the delays.
///   - condition: Returns whether to try again. It is called with the number of remaining retries and the error.
///   - body: Performs one attempt, with the isolation of the caller.
/// - Returns: The value of the attempt that succeeded.
/// - Throws: The error of the last attempt, or `CancellationError` if the task is canceled during a delay.
public nonisolated(nonsending) func retry<Value>(
  attempts: Int = 1, delay: (_ attempt: Int) -> Duration = { _ in .seconds(1) },
  clock: any Clock<Duration> = ContinuousClock(),
  condition: (_ remaining: Int, any Error) -> Bool = { _, _ in true },
  _ body: nonisolated(nonsending) () async throws -> Value
) async throws -> Value {
  var failedAttempts = 0
  while true {
    do {
      return try await body()
    } catch  where failedAttempts < attempts && !(error is CancellationError) && !Task.isCancelled {
      guard condition(attempts - failedAttempts, error) else { throw error }
    }
    failedAttempts += 1
    try await clock.sleep(for: delay(failedAttempts))
  }
}

/// Returns a delay for ``retry(attempts:delay:clock:condition:_:)`` that doubles after each attempt.
///
/// - Parameters:
///   - initial: The delay after the first attempt.
///   - maximum: The longest delay.
///   - jitter: The random share of each delay, from 0 to 1, so that clients that failed together do not retry together.
public func exponential(
  initial: Duration, maximum: Duration, jitter: Double = 0.5
) -> (_ attempt: Int) -> Duration {
  { attempt in
    var delay = initial
    for _ in 1..<max(attempt, 1) where delay < maximum { delay *= 2 }
    return min(delay, maximum) * (1 - jitter * Double.random(in: 0...1))
  }
}
