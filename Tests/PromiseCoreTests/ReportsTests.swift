import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What is reported, and what is not because somebody has dealt with it.
@Suite(.promises(timeLimit: .seconds(280))) struct ReportsTests {
  @Test func reduceDoesNotReportWhatWasHandled() {
    let before = reports {
      _ = Promise<Int>(error: TestError.one).catch(on: nil) { _ in }
        .reduce(on: nil, [1]) { sum, _ in Promise.value(sum) }
    }
    #expect(before == [])
    let within = reports {
      _ = Promise.value(1).reduce(on: nil, [1]) { _, _ in
        Promise<Int>(error: TestError.one).catch(on: nil) { _ in }
      }
    }
    #expect(within == [])
    let abandoned = reports {
      _ = Promise.value(1).reduce(on: nil, [1]) { _, _ in Promise<Int>.pending().promise }
    }
    #expect(abandoned.count == 1)
  }

  @Test func lookingIsNotHandling() {
    func isSettled<T: Thenable>(_ thenable: T) -> Bool { thenable.isSettled && thenable.isRejected }
    #expect(reports { _ = Promise<Int>(error: TestError.one).isCancelled }.count == 1)
    #expect(reports { _ = isSettled(Promise<Int>(error: TestError.one)) }.count == 1)
  }

  @Test func aStrangersErrorIsReportedOnceAtMost() {
    let completed = reports { ForeignPromise<Int>(.failure(TestError.one)).complete(on: nil) { _, _ in } }
    #expect(completed == [])
    let cauterized = reports { ForeignPromise<Int>(.failure(TestError.one)).cauterize() }
    #expect(cauterized.count == 1)
  }

  @Test func aReportNamesThePlaceOfTheCaller() {
    let reported = [
      reports { _ = Promise<Int>(error: TestError.one).asVoid() },
      reports { _ = Promise.value(1).validate(on: nil) { _ in false } },
    ]
    for reported in reported { #expect(reported.first?.hasPrefix("PromiseCoreTests/") == true) }
  }

  @Test func whatFailedBeforeTheTransformThrewIsReportedByNobody() {
    let reported = reports {
      Promise.value([0, 1]).thenMap(on: nil) { number -> Promise<Int> in
        if number == 1 { throw TestError.two }
        return Promise(error: TestError.one)
      }.catch(on: nil) { _ in }
    }
    #expect(reported == [])
  }

  @Test func whatACancelledChainStillStartedIsReportedByNobody() {
    // The handler runs when its chain is cancelled; what it returns has failed by the time it is returned.
    let reported = reports {
      let (chain, resolver) = Promise<Promise<Int>>.pending()
      let whole = Log<Promise<Int>>()
      whole(
        chain.then(on: nil) { failed in
          whole.entries.first?.cancel()
          return failed
        })
      resolver.fulfill(Promise(error: TestError.one))
    }
    #expect(reported == [])
  }

  @Test func whatFailsAsItsOnlyConsumerIsCancelledIsReportedByNobody() {
    // The promise fails within the cancelling of the promise derived from it, before it hears of that.
    let reported = reports {
      let (promise, resolver) = Promise<Int>.pending()
      let child = promise.map(on: nil) { $0 }
      child.catch(on: nil, policy: .allErrors) { _ in resolver.reject(TestError.one) }
      child.cancel()
    }
    #expect(reported == [])
  }

  @Test func whatFailsWhileItsOnlyConsumerIsCancelledIsReportedByNobody() {
    let reported = reports {
      let rounds = (0..<many(20_000)).map { _ in
        let (promise, resolver) = Promise<Int>.pending()
        return (promise.map(on: nil) { $0 }, resolver)
      }
      for (child, _) in rounds { child.catch(on: nil, policy: .allErrors) { _ in } }
      // In a box, so that nobody keeps a promise from being reported when this is over.
      let box = Lock(rounds)
      collide(Array(rounds.indices)) { index in
        box.withLock { $0[index].0 }.cancel()
      } other: { index in
        box.withLock { $0[index].1 }.reject(TestError.one)
      }
      box.withLock { $0 = [] }
    }
    #expect(reported == [])
  }

  @Test(arguments: 0...4)
  func `an error after the outcome of a combinator is reported if the combinator spared the promise`(_ siblings: Int) {
    let wholes: [@Sendable (Promise<Int>) -> Promise<Void>] = [
      { race([$0, .value(1)], losers: .spare).asVoid() },
      { when(fulfilled: [Promise(error: TestError.two), $0]).asVoid() },
      { when(fulfilled: [$0, Promise(error: TestError.two)].makeIterator(), maxConcurrent: 2).asVoid() },
      { $0.timeout(seconds: 0, losers: .spare).asVoid() },
    ]
    for (number, whole) in wholes.enumerated() {
      let reported = reports {
        let (promise, resolver) = Promise<Int>.pending()
        let combined = whole(promise)
        combined.catch(on: nil, policy: .allErrors) { _ in }
        _ = try? combined.wait()
        let children = (0..<siblings).map { _ in promise.map(on: nil) { $0 } }
        for child in children.dropLast() { child.cancel() }
        resolver.reject(TestError.one)
        children.last?.catch(on: nil) { _ in }
      }
      // An input that is spared has no consumer left, unless a sibling deals with the error.
      let isReported = siblings == 0 && [0, 3].contains(number)
      #expect(reported.count == (isReported ? 1 : 0), "\(number)")
    }
  }
}
