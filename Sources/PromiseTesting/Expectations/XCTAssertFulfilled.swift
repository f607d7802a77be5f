#if canImport(XCTest)
  import XCTest

  /// Waits until a promise is fulfilled, and returns its value. For XCTest; in Swift Testing use `expectFulfilled`.
  ///
  /// Blocks the calling thread. On the main thread, work on the main queue runs in the meantime.
  ///
  /// - Parameters:
  ///   - promise: A promise, a guarantee or a thenable.
  ///   - seconds: How long to wait. With zero or a negative value, the promise must be settled already.
  ///   - message: Precedes the message of the failure.
  /// - Returns: The value; `nil` after a failure.
  @available(*, noasync, message: "blocks the thread; write await")
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> Value? {
    assertFulfilled(promise._promise.blockingInspect(within: seconds), message(), file, line)
  }

  /// Waits until a promise is fulfilled, and returns its value, in an `async` test. For XCTest; in Swift Testing use
  /// `expectFulfilled`.
  ///
  /// - Parameters:
  ///   - promise: A promise, a guarantee or a thenable.
  ///   - seconds: How long to wait. With zero or a negative value, the promise must be settled already.
  ///   - message: Precedes the message of the failure.
  ///   - isolation: The caller's actor.
  /// - Returns: The value; `nil` after a failure, or if the task is canceled, which is a failure as well.
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line
  ) async -> Value? {
    guard let inspection = try? await promise.inspect(within: Delay(seconds: seconds)) else {
      XCTFail("XCTAssertFulfilled failed: the test was canceled while it waited", file: file, line: line)
      return nil
    }
    return assertFulfilled(inspection, message(), file, line)
  }

  private func assertFulfilled<Value>(
    _ inspection: Inspection<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> Value? {
    if case .fulfilled(let value) = inspection.state { return value }
    XCTFail("XCTAssertFulfilled failed: \(inspection.message(message))", file: file, line: line)
    return nil
  }
#endif
