/// Waits for several guarantees of one type: a guarantee of their values.
@_spi(PromiseKit) @available(*, deprecated, message: "Write `when(guarantees: [a, b])`.")
@_disfavoredOverload  // so that guarantees of `Void` make one of `Void`
@_alwaysEmitIntoClient
public func when<Value>(
  _ guarantees: Guarantee<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Value]> { when(guarantees: guarantees, file: file, line: line) }

/// Waits for promises of different types: a promise of an array of their values.
@_spi(PromiseKit)
@available(*, deprecated, message: "Write `when(fulfilled: a, b)`, which keeps the types of the values.")
@_alwaysEmitIntoClient
public func when(
  fulfilled thenables: [any Thenable], file: StaticString = #fileID, line: UInt = #line
) -> Promise<[any Sendable]> {
  let promises: [Promise<any Sendable>] = thenables.map { erased($0, CreationSite(file, line)) }
  return when(fulfilled: promises, file: file, line: line)
}

@_alwaysEmitIntoClient
func erased<U: Thenable>(_ thenable: U, _ site: CreationSite) -> Promise<any Sendable> {
  thenable._promise.deriveMapped(Handler(on: nil) { $0 as any Sendable }, site)
}
