import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `get`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct GetTests {
  private let log = Log<String>()

  @Test func `get passes the value on after its handler has returned`() async throws {
    let value = try await Promise.value(1).get { [log] number in
      await Task.yield()
      log("\(number)")
    }.get()
    #expect(value == 1 && log.entries == ["1"])
    let failing = Promise.value(1).get { _ in try await fail() }
    await #expect(throws: TestError.one) { try await failing.get() }
    let guarantee: Guarantee<Int> = Guarantee.value(2).get { [log] number in
      await Task.yield()
      log("\(number)")
    }
    #expect(await guarantee.get() == 2)
    #expect(log.entries == ["1", "2"])
  }
}
