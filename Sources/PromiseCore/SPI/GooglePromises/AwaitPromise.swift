/// Blocks this thread until the promise is settled. From google/promises.
///
/// As ``Thenable/wait(file:line:)``.
///
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with.
@available(*, noasync, message: "Blocks the thread. Write `try await promise.get()`.")
@_spi(GooglePromises) @available(*, deprecated, message: "Write `promise.wait()`, or `promise.get()` in `async` code.")
@discardableResult
@_alwaysEmitIntoClient
public func awaitPromise<Value: Sendable>(
  _ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) throws -> Value { try promise.wait(file: file, line: line) }
