import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `tap`, which observes every outcome and passes it on.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TapTests {
  let log = Log<String>()

  /// A handler of `tap` that records the outcome.
  private var recording: @Sendable (Result<Int, any Error>) -> Void {
    { outcome in
      switch outcome {
      case .success(let value): log("\(value)")
      case .failure(let error): log(error is CancellationError ? "canceled" : "\(error)")
      }
    }
  }

  @Test func `tap observes every outcome and passes it on`() async {
    let outcomes = [Promise.value(1), Promise(error: TestError.one), Promise(error: CancellationError())]
    for promise in outcomes {
      let tapped = promise.tap(on: nil, recording)
      #expect(tapped.value == promise.value && tapped.error.map { "\($0)" } == promise.error.map { "\($0)" })
      #expect(!tapped.isPending)
    }
    #expect(log.entries == ["1", "one", "canceled"])
  }

  @Test func `tap observes the cancellation of its own promise once`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let tapped = promise.tap(on: nil, recording)
    tapped.cancel()
    #expect(log.entries == ["canceled"])
    resolver.fulfill(1)
    #expect(log.entries == ["canceled"] && tapped.isCancelled && other.value == 1)
  }

  @Test func `tap does not count as handling an error`() {
    let reported = reports { _ = Promise<Int>(error: TestError.one).tap(on: nil) { _ in } }
    #expect(reported.count == 1)
    let handled = reports { Promise<Int>(error: TestError.one).tap(on: nil) { _ in }.catch(on: nil) { _ in } }
    #expect(handled == [])
  }

  // MARK: Executors

  @Test @MainActor func `a handler in main-actor code runs on the main actor`() async throws {
    let log = MainActorLog<String>()
    let (promise, resolver) = Promise<Int>.pending()
    let tapped = withPromiseQueue(MarkedQueue().queue) { promise.tap { log("\($0)") } }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await tapped.get() == 1)
    #expect(log.entries == ["success(1)"])
  }

  @Test func `the handler runs on the queue passed as on:`() async throws {
    let here = MarkedQueue()
    let results = Log<Bool>()
    let (promise, resolver) = Promise<Int>.pending()
    let tapped = promise.tap(on: here.queue) { _ in results(here.isCurrent) }
    await elsewhere { resolver.fulfill(1) }
    #expect(try await tapped.get() == 1)
    #expect(results.entries == [true])
  }
}
