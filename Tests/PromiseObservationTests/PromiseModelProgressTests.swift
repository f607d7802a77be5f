import Observation
import PromiseCore
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

/// The progress that a model shows.
@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseModelProgressTests {
  private let model = PromiseModel<Int>()

  private var shown: String? { model.progress.map { "\($0.completedUnitCount)/\($0.totalUnitCount)" } }

  @Test func `the progress of the running load is shown`() async throws {
    #expect(shown == nil)
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise.map { $0 } }
    #expect(shown == nil)
    resolver.progress.report(1, of: 4)
    #expect(shown == nil)
    await mainQueueIsIdle()
    #expect(shown == "1/4")
    let (next, nextResolver) = Promise<Int>.pending()
    let other = model.load { next }
    #expect(shown == nil)
    nextResolver.progress.report(2, of: 3)
    resolver.progress.report(3, of: 4)  // replaced
    await mainQueueIsIdle()
    #expect(shown == "2/3")
    nextResolver.fulfill(1)
    try await other.get()
    #expect(shown == nil)
    withExtendedLifetime(load) {}
  }

  @Test func `the progress is that at the first read, if the promise has stored it`() {
    let (promise, resolver) = Promise<Int>.pending()
    _ = promise.progress
    resolver.progress.report(1, of: 4)
    model.load { promise }
    #expect(shown == "1/4")
    model.cancel()
    #expect(shown == nil)
    withExtendedLifetime(resolver) {}
  }

  @Test func `progress that is not read is not requested`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise }
    _ = (model.phase, model.value, model.error, model.isLoading, model.isStale)
    #expect(!load.any.loadFlags().contains(.tracksProgress))
    _ = model.progress
    #expect(load.any.loadFlags().contains(.tracksProgress))
    let next = model.load { promise.map { $0 } }
    #expect(next.any.loadFlags().contains(.tracksProgress))
    resolver.fulfill(1)
    try await next.get()
  }

  @Test func `reports are combined, and equal ones do not notify observers`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    model.load { promise }
    let count = Log<Void>()
    func read() {
      withObservationTracking {
        _ = model.progress
      } onChange: {
        count(())
      }
    }
    read()
    for number in 1...1_000 { resolver.progress.report(number, of: 1_000, "loading") }
    #expect(count.entries.isEmpty)
    await mainQueueIsIdle()
    #expect(count.entries.count == 1 && shown == "1000/1000")
    read()
    resolver.progress.report(1_000, of: 1_000, "loading")
    await mainQueueIsIdle()
    #expect(count.entries.count == 1)
    resolver.progress.report(1_000, of: 1_000, "decoding")
    await mainQueueIsIdle()
    #expect(count.entries.count == 2 && model.progress?.description == "decoding")
    model.cancel()
  }

  @Test func `many reports enqueue one job on the main actor`() async throws {
    let context = PromiseContext(report: { _ in })
    await PromiseContext.$current.withValue(context) {
      let (promise, resolver) = Promise<Int>.pending()
      model.load { promise }
      _ = model.progress
      let before = context.jobsEnqueued
      for number in 1...1_000 { resolver.progress.report(number, of: 1_000) }
      // Each report is a job itself, which calls the inline handlers of the progress.
      #expect(context.jobsEnqueued - before == 1_001)
      await mainQueueIsIdle()
      resolver.progress.report(1_000, of: 1_000, "decoding")
      #expect(context.jobsEnqueued - before == 1_003)
      model.cancel()
    }
  }

  @Test func `reports on other threads reach the model`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    _ = model.progress
    let load = model.load { promise }
    let end = many(10_000)
    await onThreads(2) { thread in
      for number in 1...end { resolver.progress.report(number, of: end) }
    }
    await mainQueueIsIdle()
    #expect(shown == "\(end)/\(end)")
    resolver.fulfill(1)
    try await load.get()
  }
}
