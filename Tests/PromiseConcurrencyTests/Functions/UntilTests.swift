import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `until`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct UntilTests {
  private let log = Log<Int>()

  @Test func `until calls the function until it returns true`() async throws {
    try await until(interval: 0) { [log] in
      log(log.count)
      return try await twice(log.count) == 6
    }.get()
    #expect(log.entries == [0, 1, 2])
    await #expect(throws: TestError.one) { try await until { try await twice(-1) == 1 }.get() }
  }
}
