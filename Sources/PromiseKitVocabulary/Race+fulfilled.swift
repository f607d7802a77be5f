public import PromiseCore

// In PromiseKit, the losers of a race continue.

/// Returns a promise of the value of the first promise to be fulfilled. The losers continue.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the value of the first promise to be fulfilled. It is rejected if all promises are rejected,
///   or with `PromiseError.badInput` if there are none.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Pass `losers: .spare` to keep the losers running. Without the `@_spi` import, `race` cancels losers that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: .spare, file: file, line: line) }

/// Returns a promise of the value of the first promise to be fulfilled. The losers continue.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the value of the first promise to be fulfilled. It is rejected if all promises are rejected,
///   or with `PromiseError.badInput` if there are none.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Pass `losers: .spare` to keep the losers running. Without the `@_spi` import, `race` cancels losers that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  fulfilled thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: .spare, file: file, line: line) }
