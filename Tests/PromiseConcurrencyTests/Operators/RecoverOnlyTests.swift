import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `recover(only:)`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RecoverOnlyTests {
  @Test func `recover(only:) handles errors of the given type only`() async throws {
    let failed = Promise<Int>(error: TestError.one)
    #expect(try await failed.recover(only: TestError.self) { try await number(for: $0) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await failed.recover(only: PromiseError.self) { try await number(for: $0) }.get()
    }
  }
}
