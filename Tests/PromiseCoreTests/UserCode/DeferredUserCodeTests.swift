import Dispatch
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// User code runs only after every observer has been scheduled, and with a bounded stack depth.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DeferredUserCodeTests {
  @Test func `an inline ensure handler of a canceled chain runs after the observers are scheduled`() {
    let (queue, log) = (DispatchQueue(label: "catch"), Log<String>())
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.ensure(on: nil) {
      queue.sync {}  // returns after the enqueued handlers have run
      log("ensure")
    }
    chain.catch(on: queue, policy: .allErrors) { _ in log("catch") }
    chain.cancel()
    #expect(log.entries == ["catch", "ensure"])
    withExtendedLifetime(resolver) {}
  }

  @Test func `an inline handler of a losing timer runs after the observers are scheduled`() {
    let (queue, log) = (DispatchQueue(label: "done"), Log<String>())
    let (promise, resolver) = Promise<Int>.pending()
    let loser = after(seconds: 1_000).map(on: nil) { () -> Int in
      queue.sync {}
      log("loser")
      return 0
    }
    race([Promise(promise), Promise(loser)]).done(on: queue) { _ in log("done") }.cauterize()
    resolver.fulfill(1)
    #expect(log.entries == ["done", "loser"])
  }

  @Test func `an abandoned promise is reported after its observers are scheduled`() {
    let (queue, log) = (DispatchQueue(label: "catch"), Log<String>())
    let context = PromiseContext(report: { _ in
      queue.sync {}
      log("report")
    })
    PromiseContext.$current.withValue(context) {
      var pending: (promise: Promise<Int>, resolver: Resolver<Int>)? = Promise<Int>.pending()
      pending!.promise.catch(on: queue) { _ in log("catch") }
      pending = nil
    }
    #expect(log.entries == ["catch", "report"])
  }

  @Test func `an inline progress handler runs after the observers are scheduled`() {
    let (queue, log) = (DispatchQueue(label: "done"), Log<String>())
    let (promise, resolver) = Promise<Int>.pending()
    promise.done(on: queue) { _ in log("done") }.cauterize()
    promise.onProgress(on: nil) { snapshot in
      queue.sync {}
      log("\(snapshot.fractionCompleted)")
    }
    resolver.fulfill(1)
    #expect(log.entries == ["done", "1.0"])
  }

  @Test func `an iterator that blocks does not delay other observers of the same outcome`() {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let (first, second) = (promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 })
    let answer = second.recover(on: DispatchQueue(label: "recover")) { _ in Promise.value(2) }
    var isFirst = true
    let elements = AnyIterator<Promise<Int>> {
      defer { isFirst = false }
      if !isFirst, let value = try? answer.wait() { log(value) }
      return isFirst ? first : nil
    }
    let whole = when(resolved: elements, maxConcurrent: 1)
    resolver.reject(TestError.one)
    #expect(whole.isFulfilled)
    #expect(log.entries == [2])
  }

  @Test func `progress handlers that report to one another run on a small stack`() async {
    await onSmallStack {
      let pending = (0..<many(100_000)).map { _ in Promise<Int>.pending() }
      for (index, next) in pending.dropFirst().enumerated() {
        pending[index].promise.onProgress(on: nil) {
          next.resolver.progress.report($0.completedUnitCount, of: Int64(10))
        }
        _ = next.promise.progress
      }
      pending[0].resolver.progress.report(5, of: 10)
      #expect(pending.last?.promise.progress.snapshot.completedUnitCount == 5)
      for (promise, resolver) in pending {
        resolver.fulfill(1)
        #expect(promise.isFulfilled)
      }
    }
  }

  @Test func `a spared loser does not retain the outcome of its race`() {
    let lifetime = Lifetime()
    let (loser, resolver) = Promise<Lifetime.Object>.pending()
    do {
      let winner = Promise.value(lifetime.object())
      #expect(race([winner, loser], losers: .spare).isFulfilled)
    }
    #expect(lifetime.alive == 0)
    withExtendedLifetime(resolver) {}
    loser.catch(on: nil) { _ in }
    resolver.reject(TestError.one)
  }
}
