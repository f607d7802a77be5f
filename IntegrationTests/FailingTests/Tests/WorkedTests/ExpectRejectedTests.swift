import PromiseTesting
import Testing
@testable import Worked

struct ExpectRejectedTests {
  @Test func `a negative amount throws no other error`() async {
    do {
      _ = try await readAmount("-5").get()
    } catch {
      #expect(error is NotAnAmount)
    }
  }

  @Test(.promises) func `a negative amount is rejected`() async throws {
    try await expectRejected(readAmount("-5"), throws: NotAnAmount.self)
  }
}
