import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// Tests of promises of one test, or of none, that another test uses.
@Suite(.sharingProcessors) struct TestInstrumentSharedPromiseTests {
  let queue = DispatchQueue(label: "TestInstrumentSharedPromiseTests")

  /// Returns a promise that was created by a test that has ended.
  private func promiseOfAnotherTest() async throws -> Promise<Int> {
    let created = Log<Promise<Int>>()
    #expect(try await issues { created(Promise.value(1).map(on: queue) { $0 }) }.isEmpty)
    return created.entries[0]
  }

  @Test func `a handler belongs to the test that attaches it`() async throws {
    for shared in [Promise.value(1), try await promiseOfAnotherTest()] {
      let log = Log<Bool>()
      let found = try await issues {
        let context = PromiseContext.current
        shared.done(on: queue) { _ in
          log(PromiseContext.current === context)
          Issue.record("in a handler")
        }.catch { _ in }
        #expect(await promisesSettled(timeout: .testLimit))
        #expect(log.count == 1)
      }
      #expect(log.entries == [true])
      #expect(found.map(\.text) == ["in a handler"])
    }
  }

  @Test func `a rejection belongs to the test that derived the promise`() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues { _ = shared.done(on: queue) { _ in throw TestError.one } }
    #expect(found.count == 1)
  }

  @Test func `a timer uses the clock of the test that adds it`() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues(with: .promises(timeLimit: .testLimit, time: .manual)) {
      let delayed = shared.delay(seconds: 5)
      try await ManualClock.current.advance(by: .seconds(5))
      #expect(delayed.value == 1)
    }
    #expect(found.isEmpty)
  }

  @Test func `handlers run in the order of the test that attaches them`() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<5))) {
      let inside = Lock(0)
      let handlers = (0..<10).map { _ in
        shared.done(on: .global()) { _ in
          #expect(
            inside.withLock { count in
              count += 1
              return count
            } == 1)
          inside.withLock { $0 -= 1 }
        }
      }
      try await when(fulfilled: handlers).get()
    }
    #expect(found.isEmpty)
  }
}
