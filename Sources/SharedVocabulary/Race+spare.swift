public import PromiseCore

// In PromiseKit and in google/promises, the losers of a race continue.

/// Returns a promise that adopts the outcome of the first promise to settle. The losers continue.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise that adopts the outcome of the first promise to settle. Without promises, it is rejected with
///   `PromiseError.badInput`.
@_spi(PromiseKit) @_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Pass `losers: .spare` to keep the losers running. Without the `@_spi` import, `race` cancels losers that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  _ thenables: [U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(thenables, losers: .spare, file: file, line: line) }

/// Returns a promise that adopts the outcome of the first promise to settle, or a guarantee for guarantees. The losers
/// continue.
///
/// - Parameters:
///   - first: A promise to wait for.
///   - others: The other promises.
/// - Returns: A promise, or a guarantee, that adopts the outcome of the first promise to settle.
@_spi(PromiseKit) @_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Pass `losers: .spare` to keep the losers running. Without the `@_spi` import, `race` cancels losers that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  _ first: U, _ others: U..., file: StaticString = #fileID, line: UInt = #line
) -> U.Chained { raceOfGuaranteesOrOthers([first] + others, losers: .spare, file: file, line: line) }
