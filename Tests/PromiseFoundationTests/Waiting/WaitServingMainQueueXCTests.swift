import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import XCTest

/// `waitServingMainQueue` on the main thread, on which XCTest runs these tests.
final class WaitServingMainQueueXCTests: XCTestCase {
  func testHandlersOnTheMainQueueRunDuringTheWait() throws {
    let reported = try reports {
      let steps = Log<Int>()
      let sum = load().map { value in
        steps(1)
        return value + 1
      }
      .map(on: .main) { value in
        XCTAssertTrue(Thread.isMainThread)
        steps(2)
        return value + 1
      }
      XCTAssertEqual(try sum.waitServingMainQueue(), 3)
      XCTAssertEqual(steps.entries, [1, 2])
    }
    XCTAssertEqual(reported, [])
  }

  @MainActor func testHandlersAndTasksOnTheMainActorRunDuringTheWait() throws {
    var steps: [Int] = []
    let promise = load().map { steps.append($0) }
      .map {
        await Task.yield()
        steps.append(2)
      }
    try promise.waitServingMainQueue()
    XCTAssertEqual(steps, [1, 2])
  }

  func testTheErrorOfThePromiseIsThrown() {
    XCTAssertThrowsError(try load().done { _ in throw TestError.one }.waitServingMainQueue()) { error in
      XCTAssertEqual(error as? TestError, .one)
    }
  }

  func testSettledPromisesAndGuaranteesReturnAtOnce() throws {
    let reported = try reports {
      XCTAssertEqual(try Promise.value(1).waitServingMainQueue(), 1)
      XCTAssertEqual(Guarantee.value(2).waitServingMainQueue(), 2)
      XCTAssertThrowsError(try Promise<Int>(error: TestError.one).waitServingMainQueue())
    }
    XCTAssertEqual(reported, [])
  }

  func testAGuaranteeIsWaitedFor() {
    XCTAssertEqual(after(.milliseconds(1)).map { 2 }.waitServingMainQueue(), 2)
  }

  func testAnAbandonedPromiseEndsTheWait() throws {
    let reported = try reports {
      XCTAssertThrowsError(try load().then { _ in Promise<Int>.pending().promise }.waitServingMainQueue())
    }
    XCTAssertEqual(reported.count, 1)
  }

  func testOtherWorkOfTheMainQueueRunsDuringTheWait() throws {
    let (promise, resolver) = Promise<Int>.pending()
    DispatchQueue.main.async { RunLoop.main.perform { resolver.fulfill(1) } }
    XCTAssertEqual(try promise.waitServingMainQueue(), 1)
  }

  func testThePromiseOfAnotherThreadEndsAWaitInAWorkItemOfTheMainQueue() throws {
    let value = Promise<Int> { resolver in
      DispatchQueue.main.async { resolver.fulfill((try? load().waitServingMainQueue()) ?? 0) }
    }
    XCTAssertEqual(try value.waitServingMainQueue(), 1)
  }
}

/// Work that ends on another thread.
private func load() -> Promise<Int> { after(.milliseconds(1)).map(on: nil) { 1 } }
