import Dispatch
import PromiseTesting
import Testing

private func loadGreeting() -> Promise<String> { after(.milliseconds(1)).map(on: nil) { "Hello" } }

private func neverThere(retrying backoff: Backoff) -> Promise<String> {
  retry(on: nil, attempts: .max, backoff: backoff) { Promise(error: PromiseError.validationFailed) }
}

/// With time enough for a crowd of tests, most of which wait for their turn.
@Suite(.promises(timeLimit: .seconds(280))) enum ReadmeTestingTests {
  @Suite(.promises) struct GreetingTests {
    @Test func greets() async throws {
      #expect(try await expectFulfilled(loadGreeting()) == "Hello")
    }

    @Test(.promises(time: .manual)) func givesUpAfterAnHour() async throws {
      let greeting = neverThere(retrying: .exponential(initial: 1)).timeout(3_600)
      try await ManualClock.current.advance(by: .seconds(3_600))  // takes milliseconds
      try await expectRejected(greeting, throws: PromiseError.timedOut)
    }

    @Test(.promises(order: .shuffled(seeds: 0..<100))) func keepsTheLatest() async throws {
      let greetings = [loadGreeting(), loadGreeting()]
      #expect(try await when(fulfilled: greetings).get() == ["Hello", "Hello"])
    }
  }
}
