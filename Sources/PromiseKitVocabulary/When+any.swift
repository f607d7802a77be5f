public import PromiseCore

/// Returns a guarantee of the values of several guarantees.
///
/// - Parameter guarantees: The guarantees to wait for.
/// - Returns: A guarantee of the values, in the order of the guarantees. Canceling it requests cancellation of the
///   guarantees that have no other consumer. If one of them is abandoned, so is the returned guarantee.
@_spi(PromiseKit) @available(*, deprecated, message: "Use `when(guarantees: [a, b])`.")
@_disfavoredOverload  // so that guarantees of `Void` are combined into a `Guarantee<Void>`
@_alwaysEmitIntoClient
public func when<Value>(
  _ guarantees: Guarantee<Value>..., file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<[Value]> { when(guarantees: guarantees, file: file, line: line) }

/// Returns a promise of the values of promises of different types.
///
/// - Parameter thenables: The promises to wait for.
/// - Returns: A promise of the values, in the order of the promises. It is rejected with the error of the first promise
///   that is rejected. Canceling it cancels the promises that have no other consumer.
@_spi(PromiseKit)
@available(*, deprecated, message: "Use `when(fulfilled: a, b)`, which keeps the types of the values.")
@_alwaysEmitIntoClient
public func when(
  fulfilled thenables: [any Thenable], file: StaticString = #fileID, line: UInt = #line
) -> Promise<[any Sendable]> {
  let promises: [Promise<any Sendable>] = thenables.map { erased($0, CreationSite(file, line)) }
  return when(fulfilled: promises, file: file, line: line)
}

/// Returns a promise of the same value with its type erased.
@_alwaysEmitIntoClient
func erased<U: Thenable>(_ thenable: U, _ site: CreationSite) -> Promise<any Sendable> {
  thenable.asTyped.deriveMapped(Handler(on: nil) { $0 as any Sendable }, site)
}
