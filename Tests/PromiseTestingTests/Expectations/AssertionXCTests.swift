import Dispatch
import PromiseTesting
import TestSupport
import XCTest

/// Tests of the assertions for XCTest.
final class AssertionXCTests: XCTestCase {
  func testAnAssertionReturnsTheValueOrTheError() throws {
    XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds), 1)
    XCTAssertEqual(XCTAssertFulfilled(Promise.value(2).map(on: .global()) { $0 }), 2)
    XCTAssertEqual(XCTAssertRejected(Promise<Int>(error: TestError.one), within: 0) as? TestError, .one)
    XCTAssertEqual(try wait(for: after(.milliseconds(1)).map { 3 }), 3)
    XCTAssertThrowsError(try wait(for: Promise<Int>(error: TestError.two))) { XCTAssertEqual($0 as? TestError, .two) }
  }

  func testAnAssertionWaitsOnABackgroundThread() {
    let hasFinished = expectation(description: "finished")
    DispatchQueue.global().async {
      XCTAssertEqual(XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds), 1)
      hasFinished.fulfill()
    }
    wait(for: [hasFinished], timeout: TestLimit.seconds)
  }

  func testAnAssertionWaitsInAnAsyncTest() async {
    let value = await XCTAssertFulfilled(after(.milliseconds(1)).map { 1 }, within: TestLimit.seconds)
    XCTAssertEqual(value, 1)
    let error = await XCTAssertRejected(Promise<Int>(error: TestError.one), within: 0)
    XCTAssertEqual(error as? TestError, .one)
  }
}

#if !canImport(ObjectiveC)
  /// Tests of the failures of the assertions. Apple's XCTest cannot record them; `Scripts/check-failing-tests` covers them
  /// there.
  final class FailingAssertionXCTests: XCTestCase {
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
      XCTAssertEqual(pending.observerCount, 0)
      resolver.fulfill(1)
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
