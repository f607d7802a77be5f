public import PromiseCore

// google/promises fulfills its promise with `nil` when a completion handler is called with neither a value nor an
// error, so the value of that promise is an optional.

/// Calls a function, and returns a promise of the optional value or the error that it passes to its completion handler.
///
/// - Parameter body: Called once, immediately, on the calling thread, with a completion handler. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise of the optional value. An error takes precedence over the value and rejects the promise. If
///   both arguments are `nil`, the promise is fulfilled with `nil`. Canceling it does not stop the function.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Declare the result as `Promise<V?>` to keep the optional. Without `@_spi(GooglePromises)`, `wrap` returns a `Promise<V>`, which is rejected if both the value and the error are `nil`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V?> {
  Promise(
    resolver: { resolver in
      try body { value, error in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }
    }, file: file, line: line)
}

/// Calls a function, and returns a promise of the optional value or the error that it passes, error first, to its
/// completion handler.
///
/// - Parameter body: Called once, immediately, on the calling thread, with a completion handler. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise of the optional value. An error takes precedence over the value and rejects the promise. If
///   both arguments are `nil`, the promise is fulfilled with `nil`. Canceling it does not stop the function.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Declare the result as `Promise<V?>` to keep the optional. Without `@_spi(GooglePromises)`, `wrap` returns a `Promise<V>`, which is rejected if both the value and the error are `nil`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V?> {
  Promise(
    resolver: { resolver in
      try body { error, value in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }
    }, file: file, line: line)
}

// The compiler prefers the functions above to those of PromiseCore, so the following ones are needed as well: they
// keep a value that is not optional as it is.

/// Calls a function, and returns a promise of the value or the error that it passes to its completion handler.
///
/// - Parameter body: Called once, immediately, on the calling thread, with a completion handler. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise. Canceling it
///   does not stop the function.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Remove `@_spi(GooglePromises)` from the import; the call stays the same. If the value may be `nil`, declare the result as `Promise<V?>`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(_ body: (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void) -> Promise<V> {
  Promise { resolver in try body { resolver.resolve($0, $1) } }
}

/// Calls a function, and returns a promise of the value or the error that it passes, error first, to its completion
/// handler.
///
/// - Parameter body: Called once, immediately, on the calling thread, with a completion handler. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise of the value. An error takes precedence over the value and rejects the promise. Canceling it
///   does not stop the function.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Remove `@_spi(GooglePromises)` from the import; the call stays the same. If the value may be `nil`, declare the result as `Promise<V?>`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(_ body: (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void) -> Promise<V> {
  Promise { resolver in try body { resolver.resolve($1, $0) } }
}

// In google/promises, an error that is the only argument is a value like any other, and a value that is an error rejects
// the promise. So the value is always `nil`, and handlers that unwrap it are compiled. The compiler prefers this form to
// that of PromiseCore, because it has no parameters for the creation site that a call leaves to their defaults.

/// Calls a function, and returns a promise that is rejected if the function passes an error to its completion handler,
/// and fulfilled with `nil` otherwise.
///
/// - Parameter body: Called once, immediately, on the calling thread, with a completion handler. If it throws, the
///   returned promise is rejected with that error.
/// - Returns: A promise that is fulfilled with `nil`, or rejected with the error. Canceling it does not stop the
///   function.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Use the result as a `Promise<Void>`. Without `@_spi(GooglePromises)`, `wrap` does not return the optional error."
)
@_alwaysEmitIntoClient
public func wrap(_ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void) -> Promise<(any Error)?> {
  Promise { resolver in try body { error in if let error { resolver.reject(error) } else { resolver.fulfill(nil) } } }
}
