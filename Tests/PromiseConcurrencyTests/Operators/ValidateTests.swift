import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `validate`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ValidateTests {
  @Test func `validate passes a valid value on and rejects an invalid one`() async throws {
    #expect(try await Promise.value(2).validate { try await isEven($0) }.get() == 2)
    await #expect(throws: PromiseError.validationFailed) {
      try await Promise.value(1).validate { try await isEven($0) }.get()
    }
    await #expect(throws: TestError.one) { try await Promise.value(-1).validate { try await isEven($0) }.get() }
  }
}

private func isEven(_ number: Int) async throws -> Bool { try await twice(number) % 4 == 0 }
