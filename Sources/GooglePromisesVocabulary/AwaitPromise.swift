public import PromiseCore

/// Blocks the current thread until the promise settles. See `Promise/wait(file:line:)`.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: The error that the promise is rejected with.
@available(*, noasync, message: "it blocks the thread; use 'try await promise.get()' instead")
@_spi(GooglePromises)
@available(
  *, deprecated, message: "Use `promise.wait()`, or `try await promise.get()` in `async` code."
)
@discardableResult
@_alwaysEmitIntoClient
public func awaitPromise<Value: Sendable>(
  _ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) throws -> Value { try promise.wait(file: file, line: line) }
