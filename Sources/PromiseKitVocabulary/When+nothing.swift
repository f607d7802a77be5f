public import PromiseCore

// The types of the inputs are concrete, so that the compiler prefers these forms to the form with a parameter pack.

/// Returns a promise that is fulfilled when several promises without a value have all been fulfilled.
///
/// - Parameter promises: The promises to wait for.
/// - Returns: A promise without a value. It is rejected with the error of the first promise that is rejected. Canceling
///   it cancels the promises that have no other consumer.
@_spi(PromiseKit)
@available(
  *, deprecated, message: "Use `when(fulfilled: [a, b])`. Without an array, the result is a promise of a tuple."
)
@_alwaysEmitIntoClient
public func when(
  fulfilled promises: Promise<Void>..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { when(fulfilled: promises, file: file, line: line) }

/// Returns a promise that is fulfilled when several guarantees without a value have all been fulfilled.
///
/// - Parameter guarantees: The guarantees to wait for.
/// - Returns: A promise without a value. Canceling it requests cancellation of the guarantees that have no other
///   consumer.
@_spi(PromiseKit)
@available(*, deprecated, message: "Use `when(guarantees: [a, b])`. Without an array, the result is of a tuple.")
@_alwaysEmitIntoClient
public func when(
  fulfilled guarantees: Guarantee<Void>..., file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { when(fulfilled: guarantees, file: file, line: line) }
