import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// A promise of one test, or of none, that another test makes use of.
struct SharedPromiseTests {
  let queue = DispatchQueue(label: "SharedPromiseTests")

  /// A promise that was made by a test that is over.
  private func promiseOfAnotherTest() async throws -> Promise<Int> {
    let made = Log<Promise<Int>>()
    #expect(try await issues { made(Promise.value(1).map(on: queue) { $0 }) }.isEmpty)
    return made.entries[0]
  }

  @Test func handlersBelongToTheTestThatAttachesThem() async throws {
    for shared in [Promise.value(1), try await promiseOfAnotherTest()] {
      let log = Log<Bool>()
      let found = try await issues {
        let scope = Scope.current
        shared.done(on: queue) { _ in
          log(Scope.current === scope)
          Issue.record("in a handler")
        }.catch { _ in }
        #expect(await promisesSettled(timeout: .seconds(280)))
        #expect(log.count == 1)
      }
      #expect(log.entries == [true])
      #expect(found.map(\.text) == ["in a handler"])
    }
  }

  @Test func soDoRejections() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues { _ = shared.done(on: queue) { _ in throw TestError.one } }
    #expect(found.count == 1)
  }

  @Test func theTimeIsThatOfTheTestThatWaits() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues(with: .promises(timeLimit: .seconds(280), time: .manual)) {
      let delayed = shared.delay(5)
      try await ManualClock.current.advance(by: .seconds(5))
      #expect(delayed.value == 1)
    }
    #expect(found.isEmpty)
  }

  @Test func theOrderToo() async throws {
    let shared = try await promiseOfAnotherTest()
    let found = try await issues(with: .promises(timeLimit: .seconds(280), order: .shuffled(seeds: 0..<5))) {
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

/// One trait value that is used more than once.
extension Trait where Self == PromisesTrait {
  fileprivate static var shared: PromisesTrait { sharedTrait }
}

private let sharedTrait = PromisesTrait.promises(order: .shuffled(seeds: 0..<3))
private let runs = Log<Int>()

@Suite(.shared) struct SharedTraitTests {
  @Test(.shared) func itsRunsAreNotMultiplied() {
    runs(1)
    #expect(runs.count <= 3)
  }
}
