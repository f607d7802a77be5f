/// Makes a promise of a function with a completion handler that takes nothing. From google/promises.
///
/// ```swift
/// wrap { handler in animate(completion: handler) }.done { showButtons() }
/// ```
///
/// All forms of `wrap` have this in common: `body` is called at once, and hands `handler` to the function. The first
/// call of the handler counts, on whichever thread; later ones do nothing. If `body` throws, the promise is rejected
/// with that error. If the handler is released without having been called, the promise is rejected with
/// ``PromiseError/abandoned(file:line:)``.
///
/// - Parameters:
///   - body: Calls the function.
@_alwaysEmitIntoClient
public func wrap(
  _ body: (@escaping @Sendable () -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  Promise(resolver: { resolver in try body { resolver.fulfill() } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes a value, which may be an optional.
///
/// What all forms have in common is written on the one whose handler takes nothing. From google/promises.
@_disfavoredOverload  // so that an error, or a result, is taken for a value only by code that can mean nothing else
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.fulfill($0) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes an optional error. From google/promises.
@_alwaysEmitIntoClient
public func wrap(
  _ body: (@escaping @Sendable ((any Error)?) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  Promise(resolver: { resolver in try body { resolver.resolve($0) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes a result. New.
@_alwaysEmitIntoClient
public func wrap<V: Sendable, E: Error>(
  _ body: (@escaping @Sendable (Result<V, E>) -> Void) throws -> Void, file: StaticString = #fileID, line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0.mapError { $0 }) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes a value and an optional error, which counts more.
///
/// From google/promises.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0, $1) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes an optional value and an optional error.
///
/// An error counts more. Neither: the promise is rejected with ``PromiseError/invalidCallingConvention``. From
/// google/promises, whose promise is of an optional.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable (V?, (any Error)?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($0, $1) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes an optional error, which counts more, and a value.
///
/// From google/promises.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, V) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($1, $0) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes an optional error and an optional value.
///
/// An error counts more. Neither: the promise is rejected with ``PromiseError/invalidCallingConvention``. From
/// google/promises, whose promise is of an optional.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func wrap<V: Sendable>(
  _ body: (@escaping @Sendable ((any Error)?, V?) -> Void) throws -> Void, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<V> {
  Promise(resolver: { resolver in try body { resolver.resolve($1, $0) } }, file: file, line: line)
}

/// Makes a promise of a function whose completion handler takes two optional values and an optional error.
///
/// An error counts more. None of the three: the promise is rejected with ``PromiseError/invalidCallingConvention``.
/// From google/promises.
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
