#if canImport(XCTest)
  import XCTest

  /// An assertion about the outcome of a promise, as XCTest reports it.
  struct XCTAssertion {
    /// The name of the function that the test calls.
    let name: String
    let file: StaticString
    let line: UInt

    /// Waits for the outcome of a promise. Records a failure and returns `nil` if the task is canceled while it waits.
    func inspect<T: Thenable>(
      _ promise: T, within seconds: Double, isolation: isolated (any Actor)? = #isolation
    ) async -> Inspection<T.Value>? {
      if let inspection = try? await promise.inspect(within: TimerInterval(seconds: seconds)) { return inspection }
      XCTFail(
        "\(name) failed: the test was canceled while it waited; assert in a task that is not canceled",
        file: file, line: line)
      return nil
    }

    /// Returns the expected part of an outcome, or records a failure and returns `nil` if there is none.
    func check<Value, Part>(_ part: Part?, of inspection: Inspection<Value>, _ message: String) -> Part? {
      if part == nil { XCTFail("\(name) failed: \(inspection.message(message))", file: file, line: line) }
      return part
    }
  }
#endif
