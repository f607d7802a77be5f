import Testing

@testable import Reporting

@Suite struct PlacesTests {
  @Test func `continuations of all four forms are found`() throws {
    let file = try read(
      """
      func f() async throws {
        await withCheckedContinuation { c in c.resume() }
        try await withCheckedThrowingContinuation { c in c.resume() }
        await _Concurrency.withUnsafeContinuation { c in c.resume() }
        try await withUnsafeThrowingContinuation({ c in c.resume() })
        withTaskCancellationHandler { } onCancel: { }
        print("withCheckedContinuation { }") // withCheckedContinuation { }
      }
      """)
    #expect(
      file.continuations.summary == [
        "2 withCheckedContinuation", "3 withCheckedThrowingContinuation", "4 withUnsafeContinuation",
        "5 withUnsafeThrowingContinuation",
      ])
  }

  @Test func `@unchecked Sendable is found in types and extensions`() throws {
    let file = try read(
      """
      /// A class.
      public final class A: B, @unchecked Sendable { }
      extension C: @unchecked Swift.Sendable { }
      struct D: @retroactive @unchecked Sendable { }
      struct E: Sendable { }
      struct F: @preconcurrency Sendable { }
      let g: @Sendable () -> Void = { }
      // class H: @unchecked Sendable { }
      """)
    #expect(file.uncheckedSendables.map(\.line) == [2, 3, 4])
    #expect(file.uncheckedSendables[0].code == "public final class A: B, @unchecked Sendable")
    #expect(file.uncheckedSendables[1].code == "extension C: @unchecked Swift.Sendable")
  }
}
