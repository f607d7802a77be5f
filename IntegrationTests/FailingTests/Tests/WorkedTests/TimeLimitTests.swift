import PromiseTesting
import Testing
@testable import Worked

struct TimeLimitTests {
  struct Refused: Error {}

  @Test func `a failed operation reports its error`() async {
    let runner = SerialRunner()
    let first = runner.run { throw Refused() }
    let second = runner.run { 2 }
    await #expect(throws: Refused.self) { try await first.get() }
    #expect(!second.isRejected)
  }

  @Test(.promises(timeLimit: .seconds(2))) func `an operation runs after a failed one`() async throws {
    let runner = SerialRunner()
    let first = runner.run { throw Refused() }
    let second = runner.run { 2 }
    await #expect(throws: Refused.self) { try await first.get() }
    #expect(try await second.get() == 2)
  }
}
