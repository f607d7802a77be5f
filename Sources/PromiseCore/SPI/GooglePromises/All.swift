/// Waits for all of them; the same as `when(fulfilled:)`. From google/promises.
///
/// - Parameters:
///   - thenables: What to wait for.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `when(fulfilled:)`.")
@_alwaysEmitIntoClient
public func all<U: Thenable>(
  _ thenables: some Sequence<U>, file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> { when(fulfilled: thenables, file: file, line: line) }

/// Waits for several promises of one type; the same as `when(fulfilled:)`. From google/promises.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `when(fulfilled:)`.")
@_disfavoredOverload
@_alwaysEmitIntoClient
public func all<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<[U.Value]> { all(thenables, file: file, line: line) }

/// Waits for several promises of different types: a promise of a tuple; the same as `when(fulfilled:)`. From
/// google/promises.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `when(fulfilled:)`.")
@_alwaysEmitIntoClient
public func all<First: Thenable, each U: Thenable>(
  _ first: First, _ others: repeat each U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(First.Value, repeat (each U).Value)> { whenTuple(CreationSite(file, line), first, repeat each others) }

/// Waits for two promises of different types; the same as `when(fulfilled:)`. From google/promises.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `when(fulfilled:)`.")
@_alwaysEmitIntoClient
public func all<A: Thenable, B: Thenable>(
  _ a: A, _ b: B, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value)> { whenTuple(CreationSite(file, line), a, b) }

/// Waits for three promises of different types; the same as `when(fulfilled:)`. From google/promises.
@_spi(GooglePromises) @available(*, deprecated, message: "Write `when(fulfilled:)`.")
@_alwaysEmitIntoClient
public func all<A: Thenable, B: Thenable, C: Thenable>(
  _ a: A, _ b: B, _ c: C, file: StaticString = #fileID, line: UInt = #line
) -> Promise<(A.Value, B.Value, C.Value)> { whenTuple(CreationSite(file, line), a, b, c) }
