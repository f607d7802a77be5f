import PromiseTesting
import Testing
@testable import Worked

struct ExpectFulfilledTests {
  @Test func `a found name is uppercased`() async {
    try? await findUser("Ada").done { name in #expect(name == "ADA") }.get()
  }

  @Test(.promises) func `a name is found regardless of case`() async throws {
    let name = try await expectFulfilled(findUser("Ada"))
    #expect(name == "ADA")
  }
}
