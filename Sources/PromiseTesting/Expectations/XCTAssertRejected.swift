#if canImport(XCTest)
  import XCTest

  /// Waits until a promise is rejected with any error, and returns the error. For XCTest; in Swift Testing use
  /// `expectRejected` and `expectCancelled`.
  ///
  /// Blocks the calling thread. On the main thread, work on the main queue runs in the meantime.
  ///
  /// - Parameters:
  ///   - promise: A promise or a thenable.
  ///   - seconds: How long to wait. With zero or a negative value, the promise must be settled already.
  ///   - message: Precedes the message of the failure.
  /// - Returns: The error, which counts as handled; `nil` after a failure.
  @available(*, noasync, message: "blocks the thread; write await")
  @discardableResult
  public func XCTAssertRejected(
    _ promise: some Thenable, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> (any Error)? {
    assertRejected(promise._promise.blockingInspect(within: seconds), message(), file, line)
  }

  /// Waits until a promise is rejected with any error, and returns the error, in an `async` test. For XCTest; in Swift
  /// Testing use `expectRejected` and `expectCancelled`.
  ///
  /// - Parameters:
  ///   - promise: A promise or a thenable.
  ///   - seconds: How long to wait. With zero or a negative value, the promise must be settled already.
  ///   - message: Precedes the message of the failure.
  ///   - isolation: The caller's actor.
  /// - Returns: The error, which counts as handled; `nil` after a failure, or if the task is canceled, which is a failure
  ///   as well.
  @discardableResult
  public func XCTAssertRejected<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #filePath, line: UInt = #line
  ) async -> (any Error)? {
    guard let inspection = try? await promise.inspect(within: Delay(seconds: seconds)) else {
      XCTFail("XCTAssertRejected failed: the test was canceled while it waited", file: file, line: line)
      return nil
    }
    return assertRejected(inspection, message(), file, line)
  }

  private func assertRejected<Value>(
    _ inspection: Inspection<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> (any Error)? {
    if case .rejected(let error) = inspection.state { return error }
    XCTFail("XCTAssertRejected failed: \(inspection.message(message))", file: file, line: line)
    return nil
  }
#endif
