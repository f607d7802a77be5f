import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Each handler of `onProgress` receives reports in the order in which they were made.
@Suite(.sharingProcessors) struct OnProgressOrderTests {
  @Test func `reports arrive in order if a handler makes the next report`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Int64>()
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 4 { resolver.progress.report(10, of: 10) }
    }
    promise.onProgress(on: nil) { log($0.completedUnitCount) }
    resolver.progress.report(4, of: 10)
    #expect(log.entries.last == 10)
    #expect(log.entries == log.entries.sorted())
    resolver.fulfill()
  }

  @Test func `reports arrive in order if a handler settles the promise`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Int64>()
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 4 { resolver.fulfill() }
    }
    promise.onProgress(on: nil) { log($0.completedUnitCount) }
    resolver.progress.report(4, of: 10)
    #expect(log.entries.last == 10)
    #expect(log.entries == log.entries.sorted())
  }

  @Test func `reports arrive in order if a handler reports for an input of the combinator`() {
    let (a, resolverOfA) = Promise<Void>.pending()
    let (b, resolverOfB) = Promise<Void>.pending()
    let whole = when(fulfilled: [a, b])
    let log = Log<Double>()
    whole.onProgress(on: nil) { snapshot in
      if snapshot.fractionCompleted == 0.25 { resolverOfB.progress.report(1, of: 1) }
    }
    whole.onProgress(on: nil) { log($0.fractionCompleted) }
    resolverOfA.progress.report(1, of: 2)
    #expect(log.entries.last == 0.75)
    #expect(log.entries == log.entries.sorted())
    resolverOfA.fulfill()
    resolverOfB.fulfill()
  }

  /// A handler blocks on one thread while another thread makes the next report.
  @Test func `reports arrive in order if another thread reports while a handler runs`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Int64>()
    let (isHeld, isReported) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = DispatchQueue(label: "OnProgressOrderTests")
    promise.onProgress(on: nil) { snapshot in
      guard snapshot.completedUnitCount == 4 else { return }
      isHeld.signal()
      // The wait is bounded, because an implementation may make the other thread wait for this handler.
      _ = isReported.wait(timeout: .now() + .milliseconds(100))
    }
    promise.onProgress(on: nil) { log($0.completedUnitCount) }
    let isFinished = DispatchSemaphore(value: 0)
    queue.async {
      isHeld.wait()
      resolver.progress.report(10, of: 10)
      isReported.signal()
      isFinished.signal()
    }
    resolver.progress.report(4, of: 10)
    isFinished.wait()
    #expect(log.entries == [4, 10])
    resolver.fulfill()
  }

  /// Two producers report concurrently. On a queue, the handlers of the later report must not overtake the handlers of
  /// the earlier one.
  @Test func `the newest report arrives last on a queue if two threads report concurrently`() {
    let rounds = (0..<many(5_000)).map { _ in (pair: Promise<Int>.pending(), last: Lock<Int64>(0)) }
    let queue = DispatchQueue(label: "OnProgressOrderTests")
    for round in rounds {
      round.pair.promise.onProgress(on: queue) { [last = round.last] progress in
        last.withLock { $0 = progress.completedUnitCount }
      }
    }
    collide(rounds) { round in
      round.pair.resolver.progress.report(4, of: 10)
    } other: { round in
      round.pair.resolver.progress.report(8, of: 10)
    }
    queue.sync {}
    let staleCount = rounds.count { $0.last.withLock { $0 } != $0.pair.promise.progress.snapshot.completedUnitCount }
    #expect(staleCount == 0, "\(staleCount) of \(rounds.count) handlers received a stale report last")
    for round in rounds { round.pair.resolver.fulfill(1) }
  }
}
