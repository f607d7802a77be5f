import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Handlers of progress are told in the order in which the progress changed, and derived progress follows that order.
@Suite(.timeLimit(.minutes(5))) struct ProgressOrderTests {
  @Test func `a report that a handler makes is delivered after the report that the handler was called with`() {
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

  @Test func `a handler that settles the promise does not reorder the reports, and nil comes last`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Double?>()
    promise.onProgress(on: nil) { snapshot in
      if snapshot.fractionCompleted == 0.5 { resolver.fulfill() }
    }
    promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    resolver.progress.report(1, of: 2)
    #expect(log.entries == [0.5, 1, nil])
  }

  @Test func `a report from another thread waits until the handlers of the one before have been called`() async {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Double?>()
    let (isTold, isFulfilled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    promise.onProgress(on: nil) { snapshot in
      guard snapshot.fractionCompleted == 0.4 else { return }
      isTold.signal()
      isFulfilled.wait()
    }
    promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    await onThreads(2) { thread in
      if thread == 0 { return resolver.progress.report(2, of: 5) }
      isTold.wait()
      resolver.fulfill()
      isFulfilled.signal()
    }
    #expect(log.entries == [0.4, 1, nil])
  }

  @Test func `the last report is the one of fulfillment, whichever threads report`() {
    let rounds = (0..<raceCount).map { _ in (Promise<Void>.pending(), Log<Double?>()) }
    for ((promise, _), log) in rounds {
      promise.progress.observe(Handler(on: nil, flags: []) { log($0?.fractionCompleted) })
    }
    collide(rounds, { $0.0.resolver.progress.report(2, of: 5) }, other: { $0.0.resolver.fulfill() })
    let wrong = rounds.filter { ![[0.4, 1, nil], [1, nil]].contains($0.1.entries) }
    #expect(wrong.count == 0, "\(wrong.prefix(3).map(\.1.entries))")
  }

  @Test func `a derived promise does not go back to an older report of its source`() {
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

  @Test func `a derived promise ends on the newest report of its source, whichever threads report`() {
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

  @Test func `a member that starts over is counted once as completed`() {
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

  // MARK: - Derived promises that have gone

  @Test func `the progress of derived promises that have gone is forgotten`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }  // a consumer that stays, so that the promise is not canceled
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

  @Test func `the progress of many derived promises that go at the same time is forgotten`() {
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

  @Test func `the progress of derived promises that are alive is kept`() {
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
