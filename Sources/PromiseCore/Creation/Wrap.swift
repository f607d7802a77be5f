/// Returns a promise for a function with a completion handler that takes no argument.
///
/// ```swift
/// wrap { handler in animate(completion: handler) }.done { showButtons() }
/// ```
///
/// Every form of `wrap` calls `body` before it returns, on the calling thread. `body` passes the completion handler
/// that it receives to the function. The handler may be called on any thread; calls after the first have no effect. If
/// `body` throws, the promise is rejected with that error. If the handler is released without being called, the promise
/// is rejected with ``PromiseError/abandoned(file:line:)``.
///
/// Pass the handler itself, or call it in a `@Sendable` closure. ``Promise`` explains why.
///
/// Canceling the promise rejects it with `CancellationError`, but the function continues, and a later call of the
/// handler has no effect. To stop the function, use `Promise(resolver:)` and ``Resolver/onCancel(_:)``.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise that is fulfilled when the completion handler is called.
@_alwaysEmitIntoClient
public func wrap(
  _ body: (@escaping @Sendable () -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  Promise(resolver: { resolver in try body { resolver.fulfill() } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes a value, which may be an optional.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of the value.
@_disfavoredOverload  // so that an error or a result is treated as a value only where no other form matches
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.fulfill($0) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes an optional error.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise that is fulfilled if the error is `nil`, and rejected with the error otherwise.
@_alwaysEmitIntoClient
public func wrap(
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  Promise(resolver: { resolver in try body { resolver.resolve($0) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes a result.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise that settles with the result.
@_alwaysEmitIntoClient
public func wrap<V: Sendable, E: Error>(
  _ body: (@escaping @Sendable (Result<V, E>) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0.mapError { $0 }) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes a value and an optional error.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise.
@_disfavoredOverload  // so that the form of google/promises, with the same parameters, is preferred
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0, $1) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes an optional value and an optional error.
///
/// Unlike in google/promises, the value of the promise is not an optional.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise. If both
///   arguments are `nil`, the promise is rejected with ``PromiseError/invalidCallingConvention``.
@_disfavoredOverload  // so that the form of google/promises, with the same parameters, is preferred
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0, $1) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes an optional error and a value.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise.
@_disfavoredOverload  // so that the form of google/promises, with the same parameters, is preferred
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($1, $0) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes an optional error and an optional value.
///
/// Unlike in google/promises, the value of the promise is not an optional.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise. If both
///   arguments are `nil`, the promise is rejected with ``PromiseError/invalidCallingConvention``.
@_disfavoredOverload  // so that the form of google/promises, with the same parameters, is preferred
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($1, $0) } }, file: file, line: line)
}

/// Returns a promise for a function with a completion handler that takes two optional values and an optional error.
///
/// The form for a completion handler without arguments describes what all forms of `wrap` have in common.
///
/// - Parameter body: A closure that calls the function.
/// - Returns: A promise of both values. An error takes precedence over the values and rejects the promise. If all
///   arguments are `nil`, the promise is rejected with ``PromiseError/invalidCallingConvention``.
@_alwaysEmitIntoClient
public func wrap<A: Sendable, B: Sendable>(
  _ body: (@escaping @Sendable (A?, B?, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<(A?, B?)> {
  Promise(
    resolver: { resolver in
      try body { a, b, error in
        if error == nil, a == nil, b == nil {
          resolver.reject(PromiseError.invalidCallingConvention)
        } else {
          resolver.resolve((a, b), error)
        }
      }
    }, file: file, line: line)
}
