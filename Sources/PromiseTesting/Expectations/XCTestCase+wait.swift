#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Waits until a promise is settled, and returns its value.
    ///
    /// Blocks the calling thread. On the main thread, work on the main queue runs in the meantime.
    ///
    /// - Parameters:
    ///   - promise: A promise, a guarantee or a thenable.
    ///   - seconds: How long to wait. The test fails if the promise is still pending then.
    /// - Returns: The value.
    /// - Throws: The error that the promise is rejected with; `PromiseError.timedOut` if it is still pending.
    @available(*, noasync, message: "blocks the thread; await the promise itself with get()")
    @discardableResult
    public func wait<Value: Sendable>(
      for promise: some Thenable<Value>, timeout seconds: Double = 10, file: StaticString = #filePath,
      line: UInt = #line
    ) throws -> Value {
      let inspection = promise._promise.blockingInspect(within: seconds)
      switch inspection.state {
      case .fulfilled(let value): return value
      case .rejected(let error): throw error
      case .pending:
        XCTFail(inspection.message(nil), file: file, line: line)
        throw PromiseError.timedOut
      }
    }
  }
#endif
