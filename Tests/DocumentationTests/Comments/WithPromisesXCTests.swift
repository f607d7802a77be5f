import PromiseTesting
import TestSupport
import XCTest

// What the comments of `withPromises` show, in XCTest.

private let unanswered = Log<Resolver<Int>>()

private func ask() -> Promise<Int> { .value(42) }

final class WithPromisesXCTests: XCTestCase {
  func testAnswer() async throws {
    try await withPromises(order: .shuffled(seeds: 0..<20), timeLimit: 5) {
      let answer = try await ask().get()
      XCTAssertEqual(answer, 42)
    }
  }
}

@MainActor final class WithPromisesAndClockXCTests: XCTestCase {
  private func ask() -> Promise<Int> { Promise { unanswered($0) } }

  func testTimeout() async throws {
    try await withPromises(time: .manual, timeLimit: 5) { clock in
      let answer = ask().timeout(seconds: 60)
      await clock.advance(by: .seconds(60))
      await XCTAssertRejected(answer)
    }
  }
}
