/// Blocks the calling thread until a promise is settled, and returns its value.
///
/// If the calling thread is the main thread, work on the main queue keeps running, so the promise may depend on
/// handlers there; waiting on a semaphore instead would deadlock. Use this function in command-line tools and in tests
/// that are not `async`.
///
/// ```swift
/// func testInstall() throws {
///   let installed = install(["core", "help"])
///   XCTAssertEqual(try hang(installed), 2)
/// }
/// ```
///
/// - Parameter promise: A promise, a guarantee or another thenable.
/// - Returns: The value that the promise is fulfilled with.
/// - Throws: The error that the promise is rejected with, or `CancellationError` if the promise is pending when the
///   time limit of the test expires or the test is canceled.
@available(*, noasync, message: "it blocks the thread; use 'await promise.get()' instead")
@discardableResult
public func hang<Value: Sendable>(
  _ promise: some Thenable<Value>, file: StaticString = #fileID, line: UInt = #line
) throws -> Value {
  let promise = promise.asTyped
  promise.any.block(CreationSite(file, line))
  switch promise.inspect(afterWaiting: TimerInterval(nanoseconds: 0)).state {
  case .fulfilled(let value): return value
  case .rejected(let error): throw error
  case .pending: throw CancellationError()  // The test is over.
  }
}
