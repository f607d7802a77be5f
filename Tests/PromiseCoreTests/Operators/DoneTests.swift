import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `done`, which ends a chain.
@Suite(.promises(timeLimit: .testLimit)) struct DoneTests {
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func `done receives the value, passes errors on, and is rejected with a thrown error`() async throws {
    let log = Log<Int>()
    try await Promise.value(2).done { log($0) }.get()
    await #expect(throws: TestError.one) { try await failed.done { log($0) }.get() }
    await #expect(throws: TestError.two) { try await Promise.value(3).done { _ in throw TestError.two }.get() }
    #expect(log.entries == [2])
  }
}
