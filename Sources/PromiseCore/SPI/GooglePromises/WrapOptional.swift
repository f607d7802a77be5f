// google/promises fulfils with `nil` where a callback was called with neither a value nor an error; so its promise is
// of an optional.

/// Makes a promise of a function whose completion handler takes an optional value and an optional error, which counts
/// more.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write the type `Promise<V?>` to keep the optional. Without `@_spi(GooglePromises)` the promise is of `V`, and (nil, nil) rejects it."
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

/// Makes a promise of a function whose completion handler takes an optional error, which counts more, and an optional
/// value.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write the type `Promise<V?>` to keep the optional. Without `@_spi(GooglePromises)` the promise is of `V`, and (nil, nil) rejects it."
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

// The forms above are preferred to those without the SPI, so these have to stand beside them: what is not optional
// stays so.

/// Makes a promise of a function whose completion handler takes a value and an optional error, which counts more.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "No change needed: remove `@_spi(GooglePromises)` from the import. For a value that may be `nil`, write the type `Promise<V?>`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(_ body: (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void) -> Promise<V> {
  Promise { resolver in try body { resolver.resolve($0, $1) } }
}

/// Makes a promise of a function whose completion handler takes an optional error, which counts more, and a value.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "No change needed: remove `@_spi(GooglePromises)` from the import. For a value that may be `nil`, write the type `Promise<V?>`."
)
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(_ body: (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void) -> Promise<V> {
  Promise { resolver in try body { resolver.resolve($1, $0) } }
}

// google/promises takes an optional error for the value where the rest of the chain wants an optional; here that value
// is `nil`, and an error rejects.

/// Makes a promise of a function whose completion handler takes an optional error, where an optional is wanted of it.
@_spi(GooglePromises)
@available(
  *, deprecated,
  message: "No change needed for a `Promise<Void>`, which is what `wrap` returns without `@_spi(GooglePromises)`."
)
@_alwaysEmitIntoClient
public func wrap<V: OptionalError>(_ body: (@escaping @Sendable (V) -> Void) throws -> Void) -> Promise<V> {
  Promise { resolver in
    try body { value in if let error = value.error { resolver.reject(error) } else { resolver.fulfill(value) } }
  }
}

/// An optional error.
@_spi(GooglePromises) public protocol OptionalError: Sendable {
  /// The error, if there is one.
  var error: (any Error)? { get }
}

@_spi(GooglePromises) extension Optional: OptionalError where Wrapped == any Error {
  /// The error, if there is one.
  @_alwaysEmitIntoClient
  public var error: (any Error)? { self }
}
