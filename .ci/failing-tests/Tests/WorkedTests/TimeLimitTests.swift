import PromiseTesting
import Testing
@testable import Worked

struct TimeLimitTests {
  struct Refused: Error {}

  @Test func missesThatWhoFailsNeverLeaves() async {
    let turnstile = Turnstile()
    let first = turnstile.run { throw Refused() }
    let second = turnstile.run { 2 }
    await #expect(throws: Refused.self) { try await first.get() }
    #expect(!second.isRejected)
  }

  @Test(.promises(timeLimit: .seconds(2))) func catchesThatWhoFailsNeverLeaves() async throws {
    let turnstile = Turnstile()
    let first = turnstile.run { throw Refused() }
    let second = turnstile.run { 2 }
    await #expect(throws: Refused.self) { try await first.get() }
    #expect(try await second.get() == 2)
  }
}
