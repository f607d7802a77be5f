import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `catch`, which observes an error and passes it on.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CatchTests {
  var failed: Promise<Int> { Promise(error: TestError.one) }

  @Test func `catch receives the error and passes it on`() async {
    let log = Log<TestError>()
    let promise = failed.catch { log($0 as! TestError) }
    await #expect(throws: TestError.one) { try await promise.get() }
    #expect(log.entries == [.one])
  }

  @Test func `a value skips catch`() async throws {
    let log = Log<String>()
    #expect(try await Promise.value(1).catch { log("\($0)") }.get() == 1)
    #expect(log.entries == [])
  }

  @Test(arguments: [CancellationError() as any Error, PromiseError.cancelled, CustomCancellation()])
  func `catch skips cancellation errors unless its policy is allErrors`(_ error: any Error) async {
    let log = Log<String>()
    let promise = Promise<Int>(error: error)
      .catch { _ in log("default") }
      .catch(policy: .allErrors) { _ in log("all") }
    await #expect(throws: (any Error).self) { try await promise.get() }
    #expect(log.entries == ["all"])
  }

  struct CustomCancellation: CancellableError {
    var isCancelled: Bool { true }
  }

  @Test func `then after catch receives a value and is skipped by an error`() {
    let log = Log<String>()
    let chain = Promise.value(1).catch(on: nil) { log("\($0)") }.then(on: nil) { Promise.value($0 + 1) }
    #expect(chain.value == 2)
    let after = failed.catch(on: nil) { log("\($0)") }.then(on: nil) { Promise.value($0 + 1) }
    #expect(after.error as? TestError == .one && log.entries == ["one"])
  }

  // MARK: Executors

  @Test func `the handler runs on the given queue`() async {
    let (here, results) = (MarkedQueue(), Log<Bool>())
    let promise = failed.catch(on: here.queue) { _ in results(here.isCurrent) }
    _ = try? await promise.get()
    #expect(results.entries == [true])
  }

  @Test @MainActor func `a handler written on the main actor runs there`() async {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Void>.pending()
    let caught = withPromiseQueue(MarkedQueue().queue) { promise.catch { log("\($0)") } }
    await elsewhere { resolver.reject(TestError.one) }
    _ = try? await caught.get()
    #expect(log.entries == ["one"])
  }
}
