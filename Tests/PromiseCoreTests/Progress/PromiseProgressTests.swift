// Also tests: ProgressRegistry, ProgressReporter.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@Suite(.sharingProcessors) struct PromiseProgressTests {
  @Test func `progress handlers receive each report`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<String>()
    promise.onProgress(on: nil) { log("\($0.completedUnitCount)/\($0.totalUnitCount) \($0.description)") }
    resolver.progress.report(1, of: 4, "reading")
    resolver.progress.report(3, of: 4)
    #expect(promise.progress.snapshot.fractionCompleted == 0.75)
    resolver.fulfill()
    #expect(log.entries == ["1/4 reading", "3/4 ", "4/4 "])
    #expect(promise.progress.snapshot.fractionCompleted == 1)
  }

  @Test func `a report is neither evaluated nor stored before the progress is first accessed`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<String>()
    func description() -> String {
      log("evaluated")
      return "reading"
    }
    resolver.progress.report(1, of: 4, description())
    #expect(log.entries.isEmpty)
    #expect(promise.progress.snapshot.fractionCompleted == 0)
    resolver.progress.report(2, of: 4, description())
    #expect(log.entries == ["evaluated"])
    #expect(promise.progress.snapshot.description == "reading")
    resolver.fulfill()
  }

  @Test(arguments: [false, true])
  func `a promise that has settled does not retain its progress`(_ hasHandler: Bool) {
    let (promise, resolver) = Promise<Int>.pending()
    let log = Log<Double>()
    if hasHandler { promise.onProgress(on: nil) { log($0.fractionCompleted) } }
    weak let progress = promise.progress
    #expect(progress != nil)
    resolver.fulfill(1)
    #expect(progress == nil)
    #expect(promise.isFulfilled && log.entries == (hasHandler ? [1] : []))
  }

  @Test func `when(fulfilled:maxConcurrent:) counts fulfilled promises as completed units`() {
    let resolvers = Log<Resolver<Int>>()
    let promises = (0..<3).lazy.map { _ -> Promise<Int> in
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    let log = Log<String>()
    let whole = when(fulfilled: promises.makeIterator(), maxConcurrent: 2)
    whole.onProgress(on: nil) { log("\($0.completedUnitCount) of \($0.totalUnitCount)") }
    resolvers.entries[1].fulfill(1)
    resolvers.entries[0].fulfill(1)
    #expect(log.entries == ["1 of 0", "2 of 0", "2 of 3"])
    #expect(whole.progress.snapshot.fractionCompleted == 2.0 / 3)
    resolvers.entries[2].fulfill(1)
    #expect(log.entries == ["1 of 0", "2 of 0", "2 of 3", "3 of 3"] && whole.value == [1, 1, 1])
  }

  @Test func `when(resolved:maxConcurrent:) counts rejected promises as completed units`() {
    let outcomes: [Promise<Int>] = [.value(1), Promise(error: TestError.one)]
    let (last, resolver) = Promise<Int>.pending()
    let whole = when(resolved: (outcomes + [last]).makeIterator(), maxConcurrent: 3)
    let log = Log<String>()
    whole.onProgress(on: nil) { log("\($0.completedUnitCount) of \($0.totalUnitCount)") }
    resolver.reject(TestError.two)
    #expect(log.entries == ["3 of 3"] && whole.value?.count == 3)
  }

  @Test func `a rejection does not complete the progress`() {
    let (promise, resolver) = Promise<Void>.pending()
    let log = Log<Double>()
    promise.onProgress(on: nil) { log($0.fractionCompleted) }
    let progress = promise.progress
    resolver.progress.report(1, of: 2)
    resolver.reject(TestError.one)
    resolver.progress.report(2, of: 2)
    #expect(log.entries == [0.5])
    #expect(progress.snapshot.fractionCompleted == 0.5)
    // The progress of a promise that has settled is no longer stored.
    #expect(promise.progress.snapshot.fractionCompleted == 0)
    _ = promise.error
  }

  @Test func `the progress of a settled promise is final and calls no handlers`() {
    #expect(Promise.value(1).progress.snapshot.fractionCompleted == 1)
    let rejected = Promise<Int>(error: TestError.one)
    #expect(rejected.progress.snapshot.fractionCompleted == 0)
    _ = rejected.error
    let log = Log<Double>()
    Promise.value(1).onProgress(on: nil) { log($0.fractionCompleted) }
    #expect(log.entries.isEmpty)
  }

  @Test(arguments: [(Int64(5), Int64(0)), (-1, 4), (9, 4), (.max, .max), (0, 4)])
  func `reports with out-of-range counts keep the fraction between 0 and 1`(completed: Int64, total: Int64) {
    let (promise, resolver) = Promise<Void>.pending()
    let progress = promise.progress
    resolver.progress.report(completed, of: total)
    #expect((0...1).contains(progress.snapshot.fractionCompleted))
    resolver.fulfill()
    #expect(progress.snapshot.fractionCompleted == 1)
  }

  @Test func `a combinator sums the progress of its inputs by weight`() {
    let (a, resolverOfA) = Promise<Int>.pending()
    let (b, resolverOfB) = Promise<String>.pending()
    b.progress.weight = 3
    let whole = when(fulfilled: a, b)
    let progress = whole.progress
    resolverOfB.progress.report(50, of: 100, "second")
    #expect(progress.snapshot.fractionCompleted == 0.375)
    #expect(progress.snapshot.totalUnitCount == 4)
    #expect(progress.snapshot.completedUnitCount == 0)
    #expect(progress.snapshot.description == "second")
    resolverOfA.fulfill(1)
    #expect(progress.snapshot.completedUnitCount == 1)
    #expect(progress.snapshot.fractionCompleted == 0.625)
    resolverOfB.fulfill("")
    #expect(progress.snapshot.fractionCompleted == 1)
    #expect(whole.isFulfilled)
  }

  @Test func `an input that has already settled counts as completed`() {
    let (a, resolver) = Promise<Int>.pending()
    let progress = when(fulfilled: [a, .value(2)]).progress
    #expect(progress.snapshot.fractionCompleted == 0.5)
    resolver.progress.report(1, of: 2)
    #expect(progress.snapshot.fractionCompleted == 0.75)
    resolver.fulfill(1)
  }

  @Test func `an input with a negative weight does not count`() {
    let (a, resolver) = Promise<Int>.pending()
    let (b, resolverOfB) = Promise<Int>.pending()
    b.progress.weight = -1
    let progress = when(resolved: [a, b]).progress
    resolver.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 1)
    resolverOfB.fulfill(1)
  }

  @Test(arguments: [(3, 3), (0, 0), (-1, 0), (.min, 0), (.max, Int64(Int32.max))] as [(Int64, Int64)])
  func `a weight is clamped to the range from 0 to Int32.max`(weight: Int64, expected: Int64) {
    let progress = Promise.value(1).progress
    #expect(progress.weight == 1)
    progress.weight = weight
    #expect(progress.weight == expected)
  }

  @Test func `a chain shows the progress of the promise that it waits for`() async throws {
    let (first, resolverOfFirst) = Promise<Int>.pending()
    let (second, resolverOfSecond) = Promise<Int>.pending()
    let chain = first.map(on: nil) { $0 }.then(on: nil) { _ in second }.ensure(on: nil) {}
    let progress = chain.progress
    resolverOfFirst.progress.report(2, of: 4, "first")
    #expect(progress.snapshot.fractionCompleted == 0.5)
    #expect(progress.snapshot.totalUnitCount == 4)
    resolverOfFirst.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 0)  // the second promise has not reported yet
    resolverOfSecond.progress.report(1, of: 5, "second")
    #expect(progress.snapshot.fractionCompleted == 0.2)
    #expect(progress.snapshot.description == "second")
    resolverOfSecond.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 1)
  }

  @Test func `the timer of a timeout does not contribute to the progress`() {
    let (promise, resolver) = Promise<Int>.pending()
    let progress = promise.timeout(seconds: 1000).progress
    resolver.progress.report(1, of: 2)
    #expect(progress.snapshot.fractionCompleted == 0.5)
    resolver.fulfill(1)
  }

  @Test func `progress passes through a long chain on a small stack`() async {
    await onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      var chain = promise
      for _ in 0..<many(20_000) { chain = chain.map(on: nil) { $0 } }
      let progress = chain.progress
      resolver.progress.report(1, of: 2)
      #expect(progress.snapshot.fractionCompleted == 0.5)
      resolver.fulfill(1)
      #expect(progress.snapshot.fractionCompleted == 1)
    }
  }

  @Test func `a combinator sums reports made on many threads`() async throws {
    let pairs = (0..<100).map { _ in Promise<Int>.pending() }
    let progress = when(fulfilled: pairs.map(\.promise)).progress
    DispatchQueue.concurrentPerform(iterations: 100) { index in
      for step in 1...10 { pairs[index].resolver.progress.report(Int64(step), of: 20) }
    }
    #expect(abs(progress.snapshot.fractionCompleted - 0.5) < 1e-9)
    DispatchQueue.concurrentPerform(iterations: 100) { pairs[$0].resolver.fulfill($0) }
    #expect(progress.snapshot.fractionCompleted == 1)
  }

  @Test func `progress handlers are released with their promise`() {
    let lifetime = Lifetime()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let object = lifetime.object()
      promise.onProgress(on: nil) { _ in object.touch() }
      resolver.fulfill(1)
    }
    #expect(lifetime.alive == 0)
  }

  @Test @MainActor func `a progress handler written on the main actor runs there`() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    var seen: [Double] = []
    promise.onProgress { snapshot in
      MainActor.preconditionIsolated()
      seen.append(snapshot.fractionCompleted)
    }
    resolver.progress.report(1, of: 2)
    resolver.fulfill()
    try await promise.done {}.get()
    #expect(seen == [0.5, 1])
  }

  @Test @MainActor func `a progress handler on the main actor is released there`() async throws {
    /// An object that belongs to the main actor.
    final class Token {
      private let isReleasedOnMainQueue: Log<Bool>
      init(_ log: Log<Bool>) { isReleasedOnMainQueue = log }
      deinit { isReleasedOnMainQueue(isOnMainQueue) }
    }
    let log = Log<Bool>()
    let pending = (0..<many(2_000)).map { _ in Promise<Int>.pending() }
    for (promise, _) in pending {
      let token = Token(log)
      promise.onProgress { _ in withExtendedLifetime(token) {} }
    }
    let resolvers = pending.map(\.resolver)
    await onThreads(2) { thread in
      for index in resolvers.indices where index % 2 == thread {
        resolvers[index].progress.report(1, of: 2)
        if index % 4 < 2 { resolvers[index].fulfill(1) } else { resolvers[index].reject(CancellationError()) }
      }
    }
    while log.count < pending.count { await Task.yield() }
    #expect(!log.entries.contains(false))
  }

  @Test func `the sum of maximal weights does not overflow`() {
    let (a, b) = (Promise<Int>.pending(), Promise<Int>.pending())
    a.promise.progress.weight = .max
    b.promise.progress.weight = .max
    let progress = when(fulfilled: [a.promise, b.promise]).progress
    a.resolver.fulfill(1)
    #expect(progress.snapshot.fractionCompleted == 0.5)
    b.resolver.fulfill(1)
  }
}
