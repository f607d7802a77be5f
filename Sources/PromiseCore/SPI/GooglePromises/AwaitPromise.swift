/// Blocks this thread until the promise is settled. From google/promises.
///
/// As ``Thenable/wait(file:line:)``.
///
/// - Returns: The value.
/// - Throws: The error that the promise is rejected with.
@available(*, noasync, message: "blocks the thread; await the promise itself with get()")
@_spi(GooglePromises) @available(*, deprecated, message: "write promise.wait()")
@discardableResult
public func awaitPromise<Value: Sendable>(
  _ promise: Promise<Value>, file: StaticString = #fileID, line: UInt = #line
) throws -> Value { try promise.wait(file: file, line: line) }
