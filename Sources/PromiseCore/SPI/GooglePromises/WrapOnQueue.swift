public import Dispatch

// google/promises calls the function on a queue; without the SPI, `wrap` calls it at once.

/// Makes a promise of a function whose completion handler takes nothing.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Void> { Promise(on: queue) { wrap(body) } }

/// Makes a promise of a function whose completion handler takes a value.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Makes a promise of a function whose completion handler takes an optional value and an optional error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void
) -> Promise<V?> { Promise(on: queue) { wrap(body) as Promise<V?> } }

/// Makes a promise of a function whose completion handler takes an optional error and an optional value.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void
) -> Promise<V?> { Promise(on: queue) { wrap(body) as Promise<V?> } }

/// Makes a promise of a function whose completion handler takes a value and an optional error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Makes a promise of a function whose completion handler takes an optional error and a value.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Makes a promise of a function whose completion handler takes an optional error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> { Promise(on: queue) { wrap(body) as Promise<Void> } }

/// Makes a promise of a function whose completion handler takes two optional values and an optional error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove `on:`, or call the function on the queue yourself. Without `on:`, `wrap` calls it immediately."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<A: Sendable, B: Sendable>(
  on queue: DispatchQueue,
  _ body: @escaping @Sendable (@escaping @Sendable (A?, B?, (any Error)?) -> Void) throws -> Void
) -> Promise<(A?, B?)> { Promise(on: queue) { wrap(body) as Promise<(A?, B?)> } }
