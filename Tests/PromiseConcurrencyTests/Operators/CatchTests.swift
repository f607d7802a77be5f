import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `catch`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CatchTests {
  private let log = Log<String>()

  @Test func `catch handles an error and passes it on`() async throws {
    let reported = Log<String>()
    await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let promise = Promise<Int>(error: TestError.one).catch { [log] error in
        await Task.yield()
        log("\(error)")
      }
      _ = await promise.getResult()
    }
    #expect(log.entries == ["one"] && reported.entries == [])
    try await Promise.value(1).catch { [log] _ in
      await Task.yield()
      log("never")
    }.get()
    #expect(log.entries == ["one"])
  }
}
