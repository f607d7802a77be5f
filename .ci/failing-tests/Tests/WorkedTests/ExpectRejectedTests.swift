import PromiseTesting
import Testing
@testable import Worked

struct ExpectRejectedTests {
  @Test func missesThatLessThanNothingIsRead() async {
    do {
      _ = try await readAmount("-5").get()
    } catch {
      #expect(error is NotAnAmount)
    }
  }

  @Test(.promises) func catchesThatLessThanNothingIsRead() async throws {
    try await expectRejected(readAmount("-5"), throws: NotAnAmount.self)
  }
}
