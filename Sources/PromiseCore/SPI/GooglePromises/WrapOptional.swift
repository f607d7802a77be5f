// google/promises fulfils with `nil` where a callback was called with neither a value nor an error; so its promise is
// of an optional.

/// Makes a promise of a function whose completion handler takes an optional value and an optional error, which counts
/// more.
@_spi(GooglePromises)
@available(*, deprecated, message: "without the SPI the promise is of the value, and (nil, nil) rejects it")
public func wrap<V: Sendable>(
  file: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void
) -> Promise<V?> {
  Promise(file: file, line: line) { resolver in
    try body { value, error in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }
  }
}

/// Makes a promise of a function whose completion handler takes an optional error, which counts more, and an optional
/// value.
@_spi(GooglePromises)
@available(*, deprecated, message: "without the SPI the promise is of the value, and (nil, nil) rejects it")
public func wrap<V: Sendable>(
  file: StaticString = #fileID, line: UInt = #line,
  _ body: (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void
) -> Promise<V?> {
  Promise(file: file, line: line) { resolver in
    try body { error, value in if let error { resolver.reject(error) } else { resolver.fulfill(value) } }
  }
}
