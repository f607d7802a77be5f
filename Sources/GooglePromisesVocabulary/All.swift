public import PromiseCore

/// Returns a promise of the values of several promises. Behaves like `when(fulfilled:)`.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<U: Thenable>(
  _ thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> { when(fulfilled: thenables, file: file, line: line) }

/// Returns a promise of the values of several promises of one type. Behaves like `when(fulfilled:)`.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_disfavoredOverload
@_alwaysEmitIntoClient
public func all<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> { all(thenables, file: file, line: line) }

/// Returns a promise of a tuple of the values of promises of different types. Behaves like `when(fulfilled:)`.
///
/// - Parameters:
///   - first: The first promise to wait for.
///   - others: The other promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<First: Thenable, each U: Thenable>(
  _ first: First, _ others: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(First.Value, repeat (each U).Value)> { whenTuple(CreationSite(file, line), first, repeat each others) }

/// Returns a promise of the values of two promises of different types. Behaves like `when(fulfilled:)`.
///
/// - Parameters:
///   - a: The first promise to wait for.
///   - b: The second promise to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected.
@_spi(GooglePromises) @available(*, deprecated, message: "Use `when(fulfilled:)`, which does the same.")
@_alwaysEmitIntoClient
public func all<A: Thenable, B: Thenable>(
  _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value)> { whenTuple(CreationSite(file, line), a, b) }

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
public func all<A: Thenable, B: Thenable, C: Thenable>(
  _ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value)> { whenTuple(CreationSite(file, line), a, b, c) }
