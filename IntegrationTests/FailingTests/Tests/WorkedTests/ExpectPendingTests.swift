import PromiseTesting
import Testing
@testable import Worked

struct ExpectPendingTests {
  @Test func `a search returns its results`() async throws {
    let found = try await debounce("swift", pause: 0.5) { "results for \($0)" }.get()
    #expect(found == "results for swift")
  }

  @Test(.promises) func `a search waits for a pause in typing`() async throws {
    let found = debounce("swift", pause: 0.5) { "results for \($0)" }
    try await expectPending(found, for: .milliseconds(400))
    #expect(try await found.get() == "results for swift")
  }
}
