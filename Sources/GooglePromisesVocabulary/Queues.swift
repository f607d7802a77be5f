public import Dispatch
public import PromiseCore

// These functions call no handler, so they have no use for a queue. They exist because google/promises takes one.

extension Promise {
  /// Returns a promise of the same value that is fulfilled after a delay. Renamed to `delay(seconds:)`.
  ///
  /// - Parameter seconds: The delay, in seconds, from the time when this promise is fulfilled. Zero, a negative value
  ///   or NaN means no delay.
  /// - Returns: A promise of the same value. An error is passed on without a delay.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "delay(seconds:)")
  @_alwaysEmitIntoClient
  public func delay(
    _ seconds: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delay(seconds: seconds, file: file, line: line) }

  /// Returns a promise of the same value that is fulfilled after a delay.
  ///
  /// - Parameters:
  ///   - queue: Ignored.
  ///   - seconds: The delay, in seconds, from the time when this promise is fulfilled.
  /// - Returns: A promise of the same value. An error is passed on without a delay.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Use `delay(seconds: …)`. No handler is called, so no queue is needed.")
  @_alwaysEmitIntoClient
  public func delay(on queue: DispatchQueue, _ seconds: Double) -> Promise<Value> { delay(seconds: seconds) }
}

extension Promise {
  /// Returns a promise that is rejected with `PromiseError.timedOut` unless this promise settles in time.
  ///
  /// This promise continues when the timeout fires, as in google/promises.
  ///
  /// - Parameter seconds: The limit, in seconds.
  /// - Returns: A promise that adopts this promise's outcome unless the timeout fires first.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `timeout(seconds: …, losers: .spare)`. Without `losers: .spare`, a promise that does not settle in time is canceled if it has no other consumer."
  )
  @_alwaysEmitIntoClient
  public func timeout(
    _ seconds: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(seconds: seconds, losers: .spare, file: file, line: line) }

  /// Returns a promise that is rejected with `PromiseError.timedOut` unless this promise settles in time.
  ///
  /// This promise continues when the timeout fires, as in google/promises.
  ///
  /// - Parameters:
  ///   - queue: Ignored.
  ///   - seconds: The limit, in seconds.
  /// - Returns: A promise that adopts this promise's outcome unless the timeout fires first.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Use `timeout(seconds: …, losers: .spare)`. No handler is called, so no queue is needed."
  )
  @_alwaysEmitIntoClient
  public func timeout(on queue: DispatchQueue, _ seconds: Double) -> Promise<Value> {
    timeout(seconds: seconds, losers: .spare)
  }
}

extension Guarantee {
  /// Returns a promise that is rejected with `PromiseError.timedOut` unless this guarantee settles in time.
  ///
  /// This promise continues when the timeout fires, as in google/promises.
  ///
  /// - Parameter seconds: The limit, in seconds.
  /// - Returns: A promise that adopts this guarantee's outcome unless the timeout fires first.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Use `timeout(seconds: …, losers: .spare)`. Without `losers: .spare`, a promise that does not settle in time is canceled if it has no other consumer."
  )
  @_alwaysEmitIntoClient
  public func timeout(
    _ seconds: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(seconds: seconds, losers: .spare, file: file, line: line) }

  /// Returns a promise that is rejected with `PromiseError.timedOut` unless this guarantee settles in time.
  ///
  /// This promise continues when the timeout fires, as in google/promises.
  ///
  /// - Parameters:
  ///   - queue: Ignored.
  ///   - seconds: The limit, in seconds.
  /// - Returns: A promise that adopts this guarantee's outcome unless the timeout fires first.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Use `timeout(seconds: …, losers: .spare)`. No handler is called, so no queue is needed."
  )
  @_alwaysEmitIntoClient
  public func timeout(on queue: DispatchQueue, _ seconds: Double) -> Promise<Value> {
    timeout(seconds: seconds, losers: .spare)
  }
}

/// Returns a promise of the values of several promises. The queue is ignored.
///
/// - Parameters:
///   - queue: Ignored.
///   - thenables: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
@_alwaysEmitIntoClient
public func all<U: Thenable>(on queue: DispatchQueue, _ thenables: some Sequence<U>) -> Promise<[U.Value]> {
  when(fulfilled: thenables)
}

/// Returns a promise of a tuple of the values of promises of different types. The queue is ignored.
///
/// - Parameters:
///   - queue: Ignored.
///   - first: The first promise to wait for.
///   - others: The other promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
@_alwaysEmitIntoClient
public func all<First: Thenable, each U: Thenable>(
  on queue: DispatchQueue, _ first: First, _ others: repeat each U
) -> Promise<(First.Value, repeat (each U).Value)> { when(fulfilled: first, repeat each others) }

/// Returns a promise of the outcomes of several promises, and rejects it if all of them are rejected. The queue is
/// ignored.
///
/// - Parameters:
///   - queue: Ignored.
///   - thenables: The promises to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
public func any<U: Thenable>(on queue: DispatchQueue, _ thenables: some Sequence<U>) -> Promise<[Maybe<U.Value>]> {
  any(thenables)
}

/// Returns a promise of a tuple of the outcomes of promises of different types, and rejects it if all of them are
/// rejected. The queue is ignored.
///
/// - Parameters:
///   - queue: Ignored.
///   - first: The first promise to wait for.
///   - others: The other promises to wait for.
/// - Returns: A promise of the outcomes, in the order of the promises. If all promises are rejected, it is rejected
///   with the error of the promise that was rejected last.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
public func any<First: Thenable, each U: Thenable>(
  on queue: DispatchQueue, _ first: First, _ others: repeat each U
) -> Promise<(Maybe<First.Value>, repeat Maybe<(each U).Value>)> { any(first, repeat each others) }

/// Returns a promise that adopts the outcome of the first promise to settle. The queue is ignored, and the losers
/// continue.
///
/// - Parameters:
///   - queue: Ignored.
///   - thenables: The promises to wait for.
/// - Returns: A promise that adopts the outcome of the first promise to settle. Without promises, it is rejected with
///   `PromiseError.badInput`.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(on queue: DispatchQueue, _ thenables: [U]) -> Promise<U.Value> {
  race(thenables, losers: .spare)
}

/// Returns a promise that adopts the outcome of the first promise to settle. The queue is ignored, and the losers
/// continue.
///
/// - Parameters:
///   - queue: Ignored.
///   - thenables: The promises to wait for.
/// - Returns: A promise that adopts the outcome of the first promise to settle. Without promises, it is rejected with
///   `PromiseError.badInput`.
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Remove the `on:` argument. No handler is called, so no queue is needed."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(on queue: DispatchQueue, _ thenables: U...) -> Promise<U.Value> {
  race(thenables, losers: .spare)
}
