import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// What the assertions for XCTest have in common.
final class XCTAssertionXCTests: XCTestCase {
  func testAnAssertionWaitsOnABackgroundThread() {
    let hasFinished = expectation(description: "finished")
    DispatchQueue.global().async {
      XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds), 1)
      hasFinished.fulfill()
    }
    wait(for: [hasFinished], timeout: TestLimit.seconds)
  }
}

#if !canImport(ObjectiveC)
  /// Tests of the failures of the assertions. Apple's XCTest cannot record them; `Scripts/check-failing-tests` covers them
  /// there.
  final class XCTAssertionFailureXCTests: XCTestCase {
    /// The lines and messages of failures while a test collects them, or `nil` otherwise.
    private var failures: [String]?

    override func recordFailure(
      withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
      if failures == nil {
        super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
      } else {
        failures?.append("\(line): \(description)")
      }
    }

    func testAFailureReportsTheStateOfThePromise() {
      let line = #line + 1
      let (pending, resolver) = Promise<Int>.pending()
      let failed = Promise<Int>(error: TestError.one)
      failures = []
      let given: [Any?] = [
        XCTAssertFulfilled(failed, within: 0),
        XCTAssertFulfilled(pending, within: 0.002, "the first"),
        XCTAssertRejected(pending, within: 0),
        XCTAssertRejected(Promise.value(3)),
      ]
      var thrown: (any Error)?
      do { try wait(for: pending, timeout: 0.001) } catch { thrown = error }
      let recorded = failures
      failures = nil
      let site = "created at \(#fileID)"
      let action = "it waits for its resolver; settle it or set a longer limit"
      XCTAssertEqual(
        recorded,
        [
          "\(line + 4): failed - XCTAssertFulfilled failed: rejected with TestSupport.TestError.one; \(site):\(line + 1)",
          "\(line + 5): failed - XCTAssertFulfilled failed: the first: still pending after 2 ms; \(site):\(line); "
            + action,
          "\(line + 6): failed - XCTAssertRejected failed: pending; \(site):\(line); \(action)",
          "\(line + 7): failed - XCTAssertRejected failed: fulfilled with 3; \(site):\(line + 7)",
          "\(line + 10): failed - wait(for:) failed: still pending after 1 ms; \(site):\(line); \(action)",
        ])
      XCTAssertEqual(given.count { $0 == nil }, 4)
      XCTAssertEqual(thrown as? PromiseError, .timedOut)
      // A wait that has timed out leaves no observer behind.
      XCTAssertEqual(pending.any.observerCount, 0)
      pending.map(on: nil) { $0 }.cancel()
      XCTAssertTrue(resolver.isCancelled)
    }

    @MainActor func testACanceledTestFails() async {
      let (pending, resolver) = Promise<Int>.pending()
      failures = []
      let line = #line + 3
      let given = await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let value = await XCTAssertFulfilled(pending, within: 1_000)
        let error = await XCTAssertRejected(pending, within: 1_000)
        return value == nil && error == nil
      }.value
      let recorded = failures
      failures = nil
      XCTAssertTrue(given)
      let canceled = "the test was canceled while it waited; assert in a task that is not canceled"
      XCTAssertEqual(
        recorded,
        [
          "\(line): failed - XCTAssertFulfilled failed: \(canceled)",
          "\(line + 1): failed - XCTAssertRejected failed: \(canceled)",
        ])
      resolver.fulfill(1)
    }
  }
#endif
