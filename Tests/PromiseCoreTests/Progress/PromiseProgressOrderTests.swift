import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Progress handlers receive the changes in the order in which they were made, and derived progress follows that order.
@Suite(.sharingProcessors) struct PromiseProgressOrderTests {
  @Test func `a report made by a handler is delivered after the report that the handler received`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Int64>()
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 1 { resolver.progress.report(2, of: 4) }
    }
    promise.onProgress(on: nil) { log($0.completedUnitCount) }
    resolver.progress.report(1, of: 4)
    resolver.progress.report(3, of: 4)
    #expect(log.entries == [1, 2, 3])
    resolver.fulfill()
  }

  @Test func `settling the promise in a progress handler keeps the reports in order and delivers nil last`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Double?>()
    promise.onProgress(on: nil) { snapshot in
      if snapshot.fractionCompleted == 0.5 { resolver.fulfill() }
    }
    promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    resolver.progress.report(1, of: 2)
    #expect(log.entries == [0.5, 1, nil])
  }

  @Test func `a report from another thread is delivered after all handlers of the previous report`() async {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Double?>()
    let (isCalled, isFulfilled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    promise.onProgress(on: nil) { snapshot in
      guard snapshot.fractionCompleted == 0.4 else { return }
      isCalled.signal()
      isFulfilled.wait()
    }
    promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    await onThreads(2) { thread in
      if thread == 0 { return resolver.progress.report(2, of: 5) }
      isCalled.wait()
      resolver.fulfill()
      isFulfilled.signal()
    }
    #expect(log.entries == [0.4, 1, nil])
  }

  @Test func `the report of the fulfillment comes last even if another thread reports concurrently`() {
    let rounds = (0..<raceCount).map { _ in (Promise<Void>.pending(), Log<Double?>()) }
    for ((promise, _), log) in rounds {
      promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    }
    collide(rounds, { $0.0.resolver.progress.report(2, of: 5) }, other: { $0.0.resolver.fulfill() })
    let wrong = rounds.filter { ![[0.4, 1, nil], [1, nil]].contains($0.1.entries) }
    #expect(wrong.count == 0, "\(wrong.prefix(3).map(\.1.entries))")
  }

  @Test func `a derived promise does not revert to an older report of its source`() {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map(on: nil) { $0 }
    let progress = derived.progress
    promise.onProgress(on: nil) { snapshot in
      if snapshot.completedUnitCount == 1 { resolver.progress.report(2, of: 4, "newer") }
    }
    resolver.progress.report(1, of: 4, "older")
    #expect(promise.progress.snapshot.completedUnitCount == 2)
    #expect(progress.snapshot.completedUnitCount == 2)
    #expect(progress.snapshot.description == "newer")
    resolver.fulfill(1)
  }

  @Test func `a derived promise ends with the newest report when two threads report concurrently`() {
    struct Round: Sendable {
      let pending = Promise<Int>.pending()
      let derived: Promise<Int>

      init() {
        derived = pending.promise.map(on: nil) { $0 }
        _ = derived.progress
      }
    }
    let rounds = (0..<raceCount).map { _ in Round() }
    collide(
      rounds, { $0.pending.resolver.progress.report(1, of: 4) },
      other: { $0.pending.resolver.progress.report(3, of: 4) })
    let wrong = rounds.filter { $0.derived.progress.snapshot != $0.pending.promise.progress.snapshot }
    #expect(wrong.count == 0)
    for round in rounds { round.pending.resolver.fulfill(1) }
  }

  @Test func `an input that starts over counts as completed only once`() {
    let (a, resolverOfA) = Promise<Int>.pending()
    let (b, resolverOfB) = Promise<Int>.pending()
    let progress = when(fulfilled: a, b).progress
    resolverOfA.progress.report(4, of: 4)
    #expect(progress.snapshot.completedUnitCount == 1)
    resolverOfA.progress.report(1, of: 4)
    #expect(progress.snapshot.completedUnitCount == 0)
    resolverOfA.fulfill(1)
    #expect(progress.snapshot.completedUnitCount == 1)
    #expect(progress.snapshot.fractionCompleted == 0.5)
    resolverOfB.fulfill(1)
  }

  // MARK: - Lifetime of derived progress

  @Test func `a promise's progress does not keep the progress of released derived promises`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }  // a consumer that keeps the promise from being canceled
    let progress = promise.progress
    for _ in 0..<many(100_000) {
      let derived = promise.map(on: nil) { $0 }
      _ = derived.progress
      derived.cancel()
    }
    #expect(progress.parentCount <= 64)
    resolver.progress.report(1, of: 2)
    #expect(other.progress.snapshot.fractionCompleted == 0.5)
    resolver.fulfill(1)
  }

  @Test func `a promise's progress does not keep the progress of many canceled derived promises`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    let derived = (0..<many(10_000)).map { _ in promise.map(on: nil) { $0 } }
    for promise in derived { _ = promise.progress }
    #expect(promise.progress.parentCount == derived.count)
    for promise in derived { promise.cancel() }
    #expect(promise.isPending && promise.progress.parentCount <= 64)
    resolver.fulfill(1)
    #expect(other.isFulfilled)
  }

  @Test func `a promise's progress keeps the progress of live derived promises`() {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = (0..<1000).map { _ in promise.map(on: nil) { $0 } }
    let progress = derived.map(\.progress)
    for _ in 0..<1000 { _ = promise.map(on: nil) { $0 }.progress }
    resolver.progress.report(1, of: 2)
    #expect(progress.allSatisfy { $0.snapshot.fractionCompleted == 0.5 })
    resolver.fulfill(1)
    #expect(progress.allSatisfy { $0.snapshot.fractionCompleted == 1 })
  }
}
