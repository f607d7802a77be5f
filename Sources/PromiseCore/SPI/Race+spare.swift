// In PromiseKit and in google/promises the losers of a race go on.

/// The first of them to settle, with its value or its error. The others go on.
@_spi(PromiseKit) @_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `losers: .spare` to let the losers go on. Without the `@_spi` import, `race` cancels those that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  _ thenables: [U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(thenables, losers: .spare, file: file, line: line) }

/// The first of them to settle, with its value or its error. The others go on.
@_spi(PromiseKit) @_spi(GooglePromises)
@available(
  *, deprecated,
  message:
    "Write `losers: .spare` to let the losers go on. Without the `@_spi` import, `race` cancels those that have no other consumer."
)
@_disfavoredOverload  // so that guarantees make a guarantee
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  _ thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(thenables, losers: .spare, file: file, line: line) }

/// The first of several guarantees to be fulfilled. The others go on.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Write `losers: .spare` to let the losers go on. Without the `@_spi` import, `race` cancels those that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<T>(
  _ first: Guarantee<T>, _ others: Guarantee<T>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<T> { raceOfGuarantees([first] + others, losers: .spare, CreationSite(file, line)) }

/// The first of them to be fulfilled. The others go on.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Write `losers: .spare` to let the losers go on. Without the `@_spi` import, `race` cancels those that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  fulfilled thenables: [U], file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: .spare, file: file, line: line) }

/// The first of them to be fulfilled. The others go on.
@_spi(PromiseKit)
@available(
  *, deprecated,
  message:
    "Write `losers: .spare` to let the losers go on. Without the `@_spi` import, `race` cancels those that have no other consumer."
)
@_alwaysEmitIntoClient
public func race<U: Thenable>(
  fulfilled thenables: U..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> { race(fulfilled: thenables, losers: .spare, file: file, line: line) }
