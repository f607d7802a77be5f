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
    let assertion = XCTAssertion(name: "XCTAssertFulfilled", file: file, line: line)
    let inspection = promise.asTyped.blockingInspect(within: seconds, CreationSite(file, line))
    return assertion.check(inspection.value, of: inspection, message())
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
    let assertion = XCTAssertion(name: "XCTAssertFulfilled", file: file, line: line)
    guard let inspection = await assertion.inspect(promise, within: seconds) else { return nil }
    return assertion.check(inspection.value, of: inspection, message())
  }
#endif
