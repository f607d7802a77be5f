import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The progress of an operation that returns a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseQueueProgressTests {
  @Test func `the progress of a queued operation is that of the promise that it returns`() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    _ = inner.progress
    resolver.progress.report(1, of: 4)
    let mayReturn = Gate()
    let isShown = [1: Gate(), 2: Gate(), 4: Gate()]
    let promise = PromiseQueue().add { () -> Promise<Int> in
      try await mayReturn.opened()
      return inner
    }
    let log = Log<String>()
    promise.onProgress(on: nil) { snapshot in
      log("\(snapshot.completedUnitCount)/\(snapshot.totalUnitCount)")
      isShown[Int(snapshot.completedUnitCount)]?.open()
    }
    mayReturn.open()
    try await isShown[1]!.opened()
    resolver.progress.report(2, of: 4)
    #expect(promise.progress.snapshot.fractionCompleted == 0.5)
    // If the thread that delivers the first report is still in the handler, it delivers the later ones as well, and may
    // skip all but the last. `get()` of a settled promise does not wait for that thread.
    try await isShown[2]!.opened()
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
    try await isShown[4]!.opened()
    #expect(log.entries == ["1/4", "2/4", "4/4"])
  }

  @Test func `the progress may be requested while the queue waits for the promise`() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let promise = PromiseQueue().add { inner.map(on: nil) { $0 } }
    // The queue has called the operation when `inner` has a consumer, and waits for its promise when a report arrives.
    while inner.any.observerCount == 0 { await Task.yield() }
    while promise.progress.snapshot.fractionCompleted != 0.5 {
      resolver.progress.report(1, of: 2)
      await Task.yield()
    }
    resolver.fulfill(1)
    #expect(try await promise.get() == 1)
  }

  @Test func `the progress is that of the promise however early the operation returns it`() async throws {
    let queue = PromiseQueue()
    for _ in 0..<raceCount / 10 {
      let (inner, resolver) = Promise<Int>.pending()
      let promise = queue.add { inner }
      while inner.any.observerCount == 0 { await Task.yield() }
      _ = promise.progress
      resolver.progress.report(1, of: 2)
      #expect(promise.progress.snapshot.fractionCompleted == 0.5)
      resolver.fulfill(1)
      #expect(try await promise.get() == 1)
    }
  }

  @Test func `canceling a queued operation with progress cancels the promise that it returned`() async throws {
    let (inner, resolver) = Promise<Int>.pending()
    let promise = PromiseQueue().add { inner }
    while inner.any.observerCount == 0 { await Task.yield() }
    resolver.progress.report(1, of: 2)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await inner.get() }
    #expect(resolver.isCancelled && inner.isCancelled)
  }
}
