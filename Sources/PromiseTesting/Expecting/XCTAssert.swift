#if canImport(XCTest)
  import Foundation
  public import XCTest

  /// Waits until the promise is fulfilled, and gives its value. For XCTest; in Swift Testing use `expectFulfilled`.
  ///
  /// Blocks the thread; on the main thread the main queue goes on meanwhile.
  ///
  /// - Parameters:
  ///   - promise: A promise, a guarantee or a thenable.
  ///   - seconds: How long to wait, in seconds. Zero or less: looks, and does not wait.
  ///   - message: What to say besides.
  ///   - file: Where to fail.
  ///   - line: Likewise.
  /// - Returns: The value; `nil` after a failure.
  @available(*, noasync, message: "blocks the thread; write await")
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> Value? {
    assertFulfilled(promise.engine.blockingFind(seconds), message(), file, line)
  }

  /// Likewise, in an `async` test.
  @discardableResult
  public func XCTAssertFulfilled<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    guard let finding = try? await promise.find(within: .seconds(seconds.clamped)) else {
      XCTFail("XCTAssertFulfilled failed: the test was cancelled while it waited", file: file, line: line)
      return nil
    }
    return assertFulfilled(finding, message(), file, line)
  }

  /// Waits until the promise is rejected, for whatever reason, and gives the error. For XCTest; in Swift Testing use
  /// `expectRejected` and `expectCancelled`.
  ///
  /// As `XCTAssertFulfilled`.
  ///
  /// - Returns: The error; `nil` after a failure.
  @available(*, noasync, message: "blocks the thread; write await")
  @discardableResult
  public func XCTAssertRejected(
    _ promise: some Thenable, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
  ) -> (any Error)? {
    assertRejected(promise.engine.blockingFind(seconds), message(), file, line)
  }

  /// Likewise, in an `async` test.
  @discardableResult
  public func XCTAssertRejected<Value: Sendable>(
    _ promise: some Thenable<Value>, within seconds: Double = 10, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line, isolation: isolated (any Actor)? = #isolation
  ) async -> (any Error)? {
    guard let finding = try? await promise.find(within: .seconds(seconds.clamped)) else {
      XCTFail("XCTAssertRejected failed: the test was cancelled while it waited", file: file, line: line)
      return nil
    }
    return assertRejected(finding, message(), file, line)
  }

  extension XCTestCase {
    /// Waits for the value of a promise.
    ///
    /// Blocks the thread; on the main thread the main queue goes on meanwhile.
    ///
    /// - Parameters:
    ///   - promise: What to wait for.
    ///   - seconds: How long, in seconds.
    ///   - file: Where to fail if it takes longer.
    ///   - line: Likewise.
    /// - Returns: The value.
    /// - Throws: The error that the promise is rejected with; `PromiseError.timedOut` if it takes longer, which is a
    ///   failure besides.
    @available(*, noasync, message: "blocks the thread; await the promise itself with get()")
    @discardableResult
    public func wait<Value: Sendable>(
      for promise: some Thenable<Value>, timeout seconds: Double = 10, file: StaticString = #filePath,
      line: UInt = #line
    ) throws -> Value {
      let finding = promise.engine.blockingFind(seconds)
      switch finding.fate {
      case .fulfilled(let value): return value
      case .rejected(let error): throw error
      case .pending:
        XCTFail(finding.message(nil), file: file, line: line)
        throw PromiseError.timedOut
      }
    }
  }

  private func assertFulfilled<Value>(
    _ finding: Finding<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> Value? {
    if case .fulfilled(let value) = finding.fate { return value }
    XCTFail("XCTAssertFulfilled failed: \(finding.message(message))", file: file, line: line)
    return nil
  }

  private func assertRejected<Value>(
    _ finding: Finding<Value>, _ message: String, _ file: StaticString, _ line: UInt
  ) -> (any Error)? {
    if case .rejected(let error) = finding.fate { return error }
    XCTFail("XCTAssertRejected failed: \(finding.message(message))", file: file, line: line)
    return nil
  }

  extension PromiseEngine {
    /// Blocks this thread until the promise is settled, and says what has become of it.
    fileprivate func blockingFind(_ seconds: Double) -> Finding<Value> {
      if seconds > 0 { block(until: Date(timeIntervalSinceNow: seconds.clamped)) }
      return find(after: .seconds(seconds.clamped))
    }
  }

  extension Double {
    /// A hundred years is as good as for ever, and does not overflow.
    fileprivate var clamped: Double { self > 0 ? min(self, 3e9) : 0 }
  }
#endif
