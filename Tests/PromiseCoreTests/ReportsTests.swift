import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// What is reported, and what is not because somebody has dealt with it.
@Suite(.promises) struct ReportsTests {
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
      reports { _ = Promise.value([Int]()).firstValue },
      reports { _ = Promise.value([Int]()).lastValue },
      reports { _ = Promise.value([1]).thenFlatMap(on: nil) { _ in Promise<[Int]>(error: TestError.one) } },
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
}
