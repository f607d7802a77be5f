import Dispatch
import PromiseTesting
import TestSupport
import Testing

// What the comments of `withPromises` show, in Swift Testing.

private let unanswered = Log<Resolver<Int>>()

@Suite(.sharingProcessors) struct WithPromisesComments {
  @Test func `shuffling a part of a test`() async throws {
    @Sendable func ask() -> Promise<Int> { .value(42) }
    let answer = try await withPromises(order: .shuffled(seeds: 0..<20), timeLimit: 5) {
      try await ask().get()
    }
    #expect(answer == 42)
  }

  @Test func `a clock for a part of a test`() async throws {
    @Sendable func ask() -> Promise<Int> { Promise { unanswered($0) } }
    try await withPromises { clock in
      let answer = ask().timeout(seconds: 5)
      await clock.advance(by: .seconds(5))
      try await expectRejected(answer, throws: PromiseError.timedOut)
    }
  }
}
