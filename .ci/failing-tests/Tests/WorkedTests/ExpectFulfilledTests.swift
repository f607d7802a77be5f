import PromiseTesting
import Testing
@testable import Worked

struct ExpectFulfilledTests {
  @Test func missesThatAdaIsNotFound() async {
    try? await findUser("Ada").done { name in #expect(name == "ADA") }.get()
  }

  @Test(.promises) func catchesThatAdaIsNotFound() async throws {
    let name = try await expectFulfilled(findUser("Ada"))
    #expect(name == "ADA")
  }
}
