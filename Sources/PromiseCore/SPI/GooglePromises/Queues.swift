public import Dispatch

// Where no handler is called there is nothing to run on a queue; google/promises takes one all the same.

extension Thenable where Failure == any Error {
  /// Returns a promise of the same value, which is fulfilled after a delay in seconds.
  @_spi(GooglePromises) @available(*, deprecated, renamed: "delay(seconds:)")
  @_alwaysEmitIntoClient
  public func delay(
    _ seconds: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delay(seconds: seconds, file: file, line: line) }

  /// Returns a promise of the same value, which is fulfilled after a delay in seconds.
  @_spi(GooglePromises)
  @available(*, deprecated, message: "Write `delay(seconds: …)`. No handler is called, so no queue is needed.")
  @_alwaysEmitIntoClient
  public func delay(on queue: DispatchQueue, _ seconds: Double) -> Promise<Value> { delay(seconds: seconds) }
}

extension Thenable {
  /// Rejects with ``PromiseError/timedOut`` unless this promise settles in time. This promise goes on.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message:
      "Write `timeout(seconds: …, losers: .spare)`. Without `losers: .spare`, a promise that is late and has no other consumer is canceled."
  )
  @_alwaysEmitIntoClient
  public func timeout(
    _ seconds: Double, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(seconds: seconds, losers: .spare, file: file, line: line) }

  /// Rejects with ``PromiseError/timedOut`` unless this promise settles in time. This promise goes on.
  @_spi(GooglePromises)
  @available(
    *, deprecated,
    message: "Write `timeout(seconds: …, losers: .spare)`. No handler is called, so no queue is needed."
  )
  @_alwaysEmitIntoClient
  public func timeout(on queue: DispatchQueue, _ seconds: Double) -> Promise<Value> {
    timeout(seconds: seconds, losers: .spare)
  }
}

/// Waits for all of them.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
@_alwaysEmitIntoClient
public func all<U: Thenable>(on queue: DispatchQueue, _ thenables: some Sequence<U>) -> Promise<[U.Value]> {
  all(thenables)
}

/// Waits for all of them.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
@_alwaysEmitIntoClient
public func all<First: Thenable, each U: Thenable>(
  on queue: DispatchQueue, _ first: First, _ others: repeat each U
) -> Promise<(First.Value, repeat (each U).Value)> { all(first, repeat each others) }

/// Waits until all of them are settled, one at least of them fulfilled.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
public func any<U: Thenable>(on queue: DispatchQueue, _ thenables: some Sequence<U>) -> Promise<[Maybe<U.Value>]> {
  any(thenables)
}

/// Waits until all of them are settled, one at least of them fulfilled.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
public func any<First: Thenable, each U: Thenable>(
  on queue: DispatchQueue, _ first: First, _ others: repeat each U
) -> Promise<(Maybe<First.Value>, repeat Maybe<(each U).Value>)> { any(first, repeat each others) }

/// The first of them to be settled.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
@_alwaysEmitIntoClient
public func race<U: Thenable>(on queue: DispatchQueue, _ thenables: [U]) -> Promise<U.Value> {
  race(thenables, losers: .spare)
}

/// The first of them to be settled.
@_spi(GooglePromises) @available(*, deprecated, message: "Remove `on:`. No handler is called.")
@_alwaysEmitIntoClient
public func race<U: Thenable>(on queue: DispatchQueue, _ thenables: U...) -> Promise<U.Value> {
  race(thenables, losers: .spare)
}
