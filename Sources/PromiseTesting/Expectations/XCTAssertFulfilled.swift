#if canImport(XCTest)
  import XCTest

  /// Blocks the calling thread until a promise is fulfilled, and returns its value. For XCTest.
  ///
  /// If the calling thread is the main thread, work on the main queue keeps running. In Swift Testing, use
  /// `expectFulfilled` instead.
  ///
  /// ```swift
  /// func testExchange() throws {
  ///   XCTAssertEqual(try wait(for: exchange(500, to: "EUR")), 500)
  ///   XCTAssertFulfilled(exchange(500, to: "USD"))
  ///   XCTAssertRejected(exchange(500, to: "XYZ"))
  ///   XCTAssertEqual(try wait(for: exchange(500, to: "USD")), 450)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - promise: A promise, a guarantee or another thenable.
  ///   - seconds: How long to wait, in seconds. With zero or a negative value, the promise must already be settled.
  ///   - message: A message that precedes the description of the failure.
  /// - Returns: The value, or `nil` if the assertion fails.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> Value? {
    assertFulfilled(promise._promise.blockingInspect(within: seconds, CreationSite(file, line)), message(), file, line)
  }

  /// Waits until a promise is fulfilled, and returns its value, without blocking a thread. For `async` tests in XCTest.
  ///
  /// In Swift Testing, use `expectFulfilled` instead.
  ///
  /// - Parameters:
  ///   - promise: A promise, a guarantee or another thenable.
  ///   - seconds: How long to wait, in seconds. With zero or a negative value, the promise must already be settled.
  ///   - message: A message that precedes the description of the failure.
  ///   - isolation: The actor of the caller.
  /// - Returns: The value, or `nil` if the assertion fails. The assertion also fails if the task is canceled.
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line
  ) async -> Value? {
    guard let inspection = try? await promise.inspect(within: Delay(seconds: seconds)) else {
      XCTFail(
        "XCTAssertFulfilled failed: the test was canceled while it waited; assert in a task that is not canceled",
        file: file, line: line)
      return nil
    }
    return assertFulfilled(inspection, message(), file, line)
  }

  /// Returns the value, or records a failure.
  private func assertFulfilled<Value>(
    _ inspection: Inspection<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> Value? {
    if case .fulfilled(let value) = inspection.state { return value }
    XCTFail("XCTAssertFulfilled failed: \(inspection.message(message))", file: file, line: line)
    return nil
  }
#endif
