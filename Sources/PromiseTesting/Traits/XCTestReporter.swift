#if canImport(XCTest)
  import XCTest

  /// Records the findings of a test case of XCTest as failures.
  struct XCTestReporter: TestReporter {
    let testName: String
    // XCTest runs one test at a time, and the test waits while its run is read.
    private nonisolated(unsafe) let run: XCTestRun?
    private let file: StaticString
    private let line: UInt

    /// Creates a reporter.
    ///
    /// - Parameters:
    ///   - test: The test case.
    ///   - file: The file of the failures.
    ///   - line: The line of the failures.
    init(_ test: XCTestCase, file: StaticString, line: UInt) {
      testName = test.name
      run = test.testRun
      self.file = file
      self.line = line
    }

    func record(_ text: String, _ policy: LeftoverPolicy) {
      switch policy {
      case .ignore: break
      // XCTest has no warnings.
      case .warning: writeToStandardError("\(file):\(line): warning: \(testName) : \(text)")
      case .error: XCTFail(text, file: file, line: line)
      }
    }

    func attach(_ text: String, named name: String) {}

    func runWithSeed(_ instruction: String, _ body: @Sendable () async throws -> Void) async throws -> Bool {
      let count = run?.totalFailureCount
      try await rethrowWithSeed(instruction, body)
      if run?.totalFailureCount == count { return true }
      // uncovered: An assertion of XCTest must fail. The checks of failing tests do that.
      record("the assertions above have failed; \(instruction)", .error)
      return false  // uncovered: Such an assertion must fail.
    }
  }
#endif
