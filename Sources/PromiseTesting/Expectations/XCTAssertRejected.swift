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
    assertRejected(promise._promise.blockingInspect(within: seconds, CreationSite(file, line)), message(), file, line)
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
    guard let inspection = try? await promise.inspect(within: Delay(seconds: seconds)) else {
      XCTFail(
        "XCTAssertRejected failed: the test was canceled while it waited; assert in a task that is not canceled",
        file: file, line: line)
      return nil
    }
    return assertRejected(inspection, message(), file, line)
  }

  /// Returns the error, or records a failure.
  private func assertRejected<Value>(
    _ inspection: Inspection<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> (any Error)? {
    if case .rejected(let error) = inspection.state { return error }
    XCTFail("XCTAssertRejected failed: \(inspection.message(message))", file: file, line: line)
    return nil
  }
#endif
