import Dispatch
import PromiseTesting
import Synchronization
import XCTest

@testable import Worked

/// The faults that the trait finds, found with the function in XCTest.
final class WithPromisesTests: XCTestCase {
  func testDeclining() async throws {
    try await withPromises(timeLimit: 2) {
      let isConfirmed = confirm(3)
      answer(3, isYes: false)
      XCTAssertNotEqual(isConfirmed.value, true)
    }
  }

  func testDrafts() async throws {
    try await withPromises {
      let autosave = Autosave()
      autosave.textChanged("Dear Ada")
      autosave.textChanged("Dear Ada, how are you?")
      let isSettled = await promisesSettled(timeout: 5)
      XCTAssert(isSettled)
      XCTAssertGreaterThan(autosave.saved, 0)
    }
  }

  func testPermission() async throws {
    for permission in [Permission.granted, .denied, .undecided] {
      try await withPromises {
        let isAllowed = try? await ask(permission).get()
        XCTAssertEqual(isAllowed ?? false, permission == .granted)
      }
    }
  }

  func testOperationAfterAFailedOne() async throws {
    try await withPromises(timeLimit: 2) {
      let runner = SerialRunner()
      let first = runner.run { throw NoAnswer() }
      let second = runner.run { 2 }
      await XCTAssertRejected(first)
      let value = try await second.get()
      XCTAssertEqual(value, 2)
    }
  }

  func testQueueOfTheLog() async throws {
    let server = DispatchQueue(label: "server")
    try await withPromises(queue: server) {
      let isServer = DispatchSpecificKey<Bool>()
      server.setSpecific(key: isServer, value: true)
      let log = AccessLog { _ in XCTAssertEqual(DispatchQueue.getSpecific(key: isServer), true) }
      try await log.add("/users").get()
    }
  }

  func testPauses() async throws {
    try await withPromises(time: .manual, timeLimit: 5) { clock in
      let minutes = Mutex<[Int64]>([])
      let connection = reconnect {
        minutes.withLock { $0.append(clock.now.nanoseconds / 60_000_000_000) }
        return Promise(error: NoAnswer())
      }
      await clock.runToEnd()
      await XCTAssertRejected(connection)
      XCTAssertEqual(minutes.withLock { $0 }, [0, 4, 12, 28, 60])
    }
  }

  func testLastQuery() async throws {
    try await withPromises(order: .shuffled(seeds: 0..<100)) {
      let field = SearchField()
      field.type("sw")
      field.type("swift")
      let isSettled = await promisesSettled(timeout: 5)
      XCTAssert(isSettled)
      XCTAssertEqual(field.results, "index: swift")
    }
  }

  /// A promise that an earlier test has left pending does not disturb this one.
  func testWithoutFault() async throws {
    let leaked = Promise<Int>.pending()
    let value = try await withPromises(time: .manual, order: .shuffled(seeds: 0..<3), timeLimit: 5) { clock in
      let hour = after(.seconds(3_600)).map { 1 }
      await clock.advance(by: .seconds(3_600))
      let isSettled = await promisesSettled()
      XCTAssert(isSettled)
      return await hour.get()
    }
    XCTAssertEqual(value, 1)
    leaked.resolver.fulfill(0)
  }

  @MainActor func testOnTheMainActor() async throws {
    var count = 0
    try await withPromises { count += 1 }
    XCTAssertEqual(count, 1)
  }
}
