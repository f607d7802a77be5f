public import PromiseCore

// These functions take promises rather than any thenable, and tuples of two to four rather than of any number, as in
// google/promises. The compiler needs half the time for a chain that begins with one.

/// Returns a promise of the values of several promises. Behaves like `when(fulfilled:)`.
///
/// - Parameter promises: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<Value, Promises: Sequence>(
  _ promises: Promises, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> where Promises.Element == Promise<Value> { when(fulfilled: promises, file: file, line: line) }

/// Returns a promise of the values of several promises of one type. Behaves like `when(fulfilled:)`.
///
/// - Parameter promises: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_disfavoredOverload
@_alwaysEmitIntoClient
public func all<Value>(
  _ promises: Promise<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[Value]> { all(promises, file: file, line: line) }

/// Returns a promise of the values of two promises of different types. Behaves like `when(fulfilled:)`.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<A, B>(
  _ a: Promise<A>, _ b: Promise<B>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B)> { whenTuple(CreationSite(file, line), a, b) }

/// Returns a promise of the values of three promises of different types. Behaves like `when(fulfilled:)`.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
///   - c: The third promise to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<A, B, C>(
  _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C)> { whenTuple(CreationSite(file, line), a, b, c) }

/// Returns a promise of the values of four promises of different types. Behaves like `when(fulfilled:)`.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
///   - c: The third promise to wait for.
///   - d: The fourth promise to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<A, B, C, D>(
  _ a: Promise<A>, _ b: Promise<B>, _ c: Promise<C>, _ d: Promise<D>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A, B, C, D)> { whenTuple(CreationSite(file, line), a, b, c, d) }
