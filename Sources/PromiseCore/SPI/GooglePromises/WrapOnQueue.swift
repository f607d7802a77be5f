public import Dispatch

// google/promises calls the function on a queue. Without the SPI, `wrap` calls it immediately.

/// Calls a function on a queue, and returns a promise that is fulfilled when the function calls its completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> Void
) -> Promise<Void> { Promise(on: queue) { wrap(body) } }

/// Calls a function on a queue, and returns a promise of the value that it passes to its completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Calls a function on a queue, and returns a promise of the optional value or the error that it passes to its
/// completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void
) -> Promise<V?> { Promise(on: queue) { wrap(body) as Promise<V?> } }

/// Calls a function on a queue, and returns a promise of the optional value or the error that it passes, error first,
/// to its completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void
) -> Promise<V?> { Promise(on: queue) { wrap(body) as Promise<V?> } }

/// Calls a function on a queue, and returns a promise of the value or the error that it passes to its completion
/// handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Calls a function on a queue, and returns a promise of the value or the error that it passes, error first, to its
/// completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void
) -> Promise<V> { Promise(on: queue) { wrap(body) as Promise<V> } }

/// Calls a function on a queue, and returns a promise that is rejected if the function passes an error to its
/// completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<Void> { Promise(on: queue) { wrap(body) as Promise<Void> } }

/// Calls a function on a queue, and returns a promise of the two optional values or the error that it passes to its
/// completion handler.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap<A: Sendable, B: Sendable>(
  on queue: DispatchQueue,
  _ body: @escaping @Sendable (@escaping @Sendable (A?, B?, (any Error)?) -> Void) throws -> Void
) -> Promise<(A?, B?)> { Promise(on: queue) { wrap(body) as Promise<(A?, B?)> } }
