#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Blocks the calling thread until a promise is settled, and returns its value.
    ///
    /// If the calling thread is the main thread, work on the main queue keeps running.
    ///
    /// ```swift
    /// XCTAssertEqual(try wait(for: exchange(500, to: "EUR")), 500)
    /// ```
    ///
    /// - Parameters:
    ///   - promise: A promise, a guarantee or another thenable.
    ///   - seconds: The timeout, in seconds. The test fails if the promise is still pending then.
    /// - Returns: The value that the promise is fulfilled with.
    /// - Throws: The error that the promise is rejected with, or `PromiseError.timedOut` if it is still pending after
    ///   the timeout.
    @available(*, noasync, message: "it blocks the thread; use 'await promise.get()' instead")
    @discardableResult
    public func wait<Value: Sendable>(
      for promise: some Thenable<Value>, timeout seconds: Double = 10, file: StaticString = #filePath,
      line: UInt = #line
    ) throws -> Value {
      let inspection = promise.asTyped.blockingInspect(within: seconds, CreationSite(file, line))
      switch inspection.state {
      case .fulfilled(let value): return value
      case .rejected(let error): throw error
      case .pending:
        XCTFail("wait(for:) failed: \(inspection.message(nil))", file: file, line: line)
        throw PromiseError.timedOut
      }
    }
  }
#endif
