public import Dispatch
public import PromiseCore

/// Calls a function that returns a promise, and calls it again, after a constant delay, when the promise is rejected.
///
/// - Parameters:
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry, in seconds. Zero, a negative value or NaN means no delay.
///   - condition: Returns whether to try again. It is called with the number of remaining retries and the error.
///   - body: Returns the promise of one attempt.
/// - Returns: A promise that is fulfilled with the value of the attempt that succeeded, or rejected with the error of
///   the last attempt.
@_spi(GooglePromises)
@available(*, deprecated, message: "Pass `.seconds(delay)`. A literal, as in `delay: 1`, needs no change.")
@_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  attempts: Int = 1, delay: Double,
  @_inheritActorContext(always) condition: (@isolated(any) @Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Promise<Value>,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(attempts: attempts, delay: .seconds(delay), condition: condition, body, file: file, line: line)
}

/// Calls a function on a queue to obtain a promise, and calls it again, after a constant delay, when the promise is
/// rejected.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - attempts: The number of retries after the first attempt; `body` runs at most `attempts + 1` times. A value below
///     1 disables retrying.
///   - delay: The delay before each retry, in seconds. Zero, a negative value or NaN means no delay.
///   - condition: Returns whether to try again. It is called with the number of remaining retries and the error, on
///     `queue`.
///   - body: Returns the promise of one attempt. It runs on `queue`.
/// - Returns: A promise that is fulfilled with the value of the attempt that succeeded, or rejected with the error of
///   the last attempt.
@_spi(GooglePromises)
@available(*, deprecated, message: "Pass `.seconds(delay)`. A literal, as in `delay: 1`, needs no change.")
@preconcurrency @_disfavoredOverload
@_alwaysEmitIntoClient
public func retry<Value: Sendable>(
  on queue: DispatchQueue, attempts: Int = 1, delay: Double,
  condition: (@Sendable (_ remaining: Int, any Error) -> Bool)? = nil,
  _ body: @escaping @Sendable () throws -> Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> {
  retry(
    attempts, .seconds(delay), condition.map { Handler(on: queue, $0) }, Handler(on: queue, flags: [], body),
    CreationSite(file, line))
}
