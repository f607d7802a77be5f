#if canImport(XCTest)
  import XCTest

  /// Blocks the calling thread until a promise is rejected with any error, and returns the error. For XCTest.
  ///
  /// If the calling thread is the main thread, work on the main queue keeps running. A canceled promise counts as
  /// rejected. In Swift Testing, use `expectRejected` or `expectCancelled` instead.
  ///
  /// - Parameters:
  ///   - promise: A promise or another thenable.
  ///   - seconds: How long to wait, in seconds. With zero or a negative value, the promise must already be settled.
  ///   - message: A message that precedes the description of the failure.
  /// - Returns: The error, which counts as handled, or `nil` if the assertion fails.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @discardableResult
  public func XCTAssertRejected(
    _ promise: some Thenable, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> (any Error)? {
    let assertion = XCTAssertion(name: "XCTAssertRejected", file: file, line: line)
    let inspection = promise.asTyped.blockingInspect(within: seconds, CreationSite(file, line))
    return assertion.check(inspection.error, of: inspection, message())
  }

  /// Waits until a promise is rejected with any error, and returns the error, without blocking a thread. For `async`
  /// tests in XCTest.
  ///
  /// A canceled promise counts as rejected. In Swift Testing, use `expectRejected` or `expectCancelled` instead.
  ///
  /// - Parameters:
  ///   - promise: A promise or another thenable.
  ///   - seconds: How long to wait, in seconds. With zero or a negative value, the promise must already be settled.
  ///   - message: A message that precedes the description of the failure.
  ///   - isolation: The actor of the caller.
  /// - Returns: The error, which counts as handled, or `nil` if the assertion fails. The assertion also fails if the
  ///   task is canceled.
  @discardableResult
  public func XCTAssertRejected<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line
  ) async -> (any Error)? {
    let assertion = XCTAssertion(name: "XCTAssertRejected", file: file, line: line)
    guard let inspection = await assertion.inspect(promise, within: seconds) else { return nil }
    return assertion.check(inspection.error, of: inspection, message())
  }
#endif
