public import Dispatch
public import PromiseCore

// google/promises calls the function on a queue. The `wrap` of PromiseCore calls it immediately.

/// Calls a function on a queue, and returns a promise that is fulfilled when the function calls its completion handler.
///
/// With every form that takes a queue, canceling the promise before `body` starts prevents the call of `body`.
/// Canceling the promise later rejects it, but the function continues. The completion handler may be called on any
/// thread; calls after the first have no effect. If the handler is released without being called, the promise is
/// rejected with `PromiseError.abandoned`.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise that is fulfilled when the completion handler is called.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of the value.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of the optional value. An error takes precedence over the value and rejects the promise. If
///   both arguments are `nil`, the promise is fulfilled with `nil`.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of the optional value. An error takes precedence over the value and rejects the promise. If
///   both arguments are `nil`, the promise is fulfilled with `nil`.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise.
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
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise that is fulfilled with `nil` if the error is `nil`, and rejected with the error otherwise.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "Remove the `on:` argument to call the function immediately, or call it on the queue with `queue.async`."
)
@preconcurrency
@_alwaysEmitIntoClient
public func wrap(
  on queue: DispatchQueue, _ body: @escaping @Sendable (@escaping @Sendable ((any Error)?) -> Void) throws -> Void
) -> Promise<(any Error)?> { Promise(on: queue) { wrap(body) as Promise<(any Error)?> } }

/// Calls a function on a queue, and returns a promise of the two optional values or the error that it passes to its
/// completion handler.
///
/// The form for a completion handler without arguments describes what all forms with a queue have in common.
///
/// - Parameters:
///   - queue: The queue on which `body` runs.
///   - body: Called once with a completion handler, on `queue`. If it throws, the returned promise is rejected with
///     that error.
/// - Returns: A promise of both values. An error takes precedence over the values and rejects the promise. If all
///   arguments are `nil`, the promise is rejected with `PromiseError.invalidCallingConvention`.
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
