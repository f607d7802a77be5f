import Dispatch
import PromiseTesting
import TestSupport
import Testing

private func fetchGreeting(_ id: Int) -> Promise<String> { Promise(error: PromiseError.validationFailed) }

/// Shows the answer to the text that was typed last.
private final class Search: Sendable {
  private let state = Lock((typed: "", shown: ""))

  var shown: String { state.withLock { $0.shown } }

  func type(_ text: String) -> Promise<Void> {
    state.withLock { $0.typed = text }
    return answer(to: text).done { answer in
      self.state.withLock { if $0.typed == text { $0.shown = answer } }
    }
  }

  private func answer(to text: String) -> Promise<String> { Promise { await self.look(text) } }
  private func look(_ text: String) async -> String { text }
}

/// The time limit leaves room for the many other tests that run at the same time.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) enum ReadmeTestingTests {
  @Suite(.promises) struct GreetingTests {
    @Test(.promises(time: .manual)) func `gives up after an hour`() async throws {
      let greeting = retry(attempts: .max, delay: .exponential(initial: 1)) { fetchGreeting(1) }
        .timeout(seconds: 3_600)
      try await ManualClock.current.advance(by: .seconds(3_600))  // takes milliseconds
      try await expectRejected(greeting, throws: PromiseError.timedOut)
    }

    @Test(.promises(order: .shuffled(seeds: 0..<100))) func `shows the latest answer`() async throws {
      let search = Search()
      let answers = [search.type("h"), search.type("hello")]
      _ = await when(resolved: answers).get()
      #expect(search.shown == "hello")  // in whichever order the answers arrive
    }
  }
}
