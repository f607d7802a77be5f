import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Which errors are reported as unhandled, and which are not because they were handled.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DiagnosticsUnhandledErrorTests {
  @Test func `reduce reports an abandoned step, but no error that was handled`() {
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

  @Test func `inspecting a promise does not mark its error as handled`() {
    func isSettled<T: Thenable>(_ thenable: T) -> Bool { thenable.isSettled && thenable.isRejected }
    #expect(reports { _ = Promise<Int>(error: TestError.one).isCancelled }.count == 1)
    #expect(reports { _ = isSettled(Promise<Int>(error: TestError.one)) }.count == 1)
  }

  @Test func `the error of a foreign thenable is reported at most once`() {
    let completed = reports { ForeignPromise<Int>(.failure(TestError.one)).promise.complete(on: nil) { _, _ in } }
    #expect(completed == [])
    let cauterized = reports { ForeignPromise<Int>(.failure(TestError.one)).promise.cauterize() }
    #expect(cauterized.count == 1)
  }

  @Test func `a report names the file of the caller`() {
    let reported = [
      reports { _ = Promise<Int>(error: TestError.one).asVoid() },
      reports { _ = Promise.value(1).validate(on: nil) { _ in false } },
    ]
    for reported in reported { #expect(reported.first?.hasPrefix("PromiseCoreTests/") == true) }
  }

  @Test func `a promise that failed before the transform of thenMap threw is not reported`() {
    let reported = reports {
      Promise.value([0, 1]).thenMap(on: nil) { number -> Promise<Int> in
        if number == 1 { throw TestError.two }
        return Promise(error: TestError.one)
      }.catch(on: nil) { _ in }
    }
    #expect(reported == [])
  }

  @Test func `a failed promise that a handler returns after its chain was canceled is not reported`() {
    // The handler cancels its own chain, and then returns a promise that has already failed.
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

  @Test func `a promise that a handler rejects during the cancellation of its consumer is not reported`() {
    // The promise is rejected during the cancellation of its derived promise, before the cancellation reaches it.
    let reported = reports {
      let (promise, resolver) = Promise<Int>.pending()
      let child = promise.map(on: nil) { $0 }
      child.catch(on: nil, policy: .allErrors) { _ in resolver.reject(TestError.one) }
      child.cancel()
    }
    #expect(reported == [])
  }

  @Test func `a promise rejected concurrently with the cancellation of its consumer is not reported`() {
    let reported = reports {
      let rounds = (0..<many(20_000)).map { _ in
        let (promise, resolver) = Promise<Int>.pending()
        return (promise.map(on: nil) { $0 }, resolver)
      }
      for (child, _) in rounds { child.catch(on: nil, policy: .allErrors) { _ in } }
      // The box owns the promises, so that emptying it releases them and allows their errors to be reported.
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
  func `an error after a combinator has settled is reported only if its input was spared`(
    _ siblings: Int
  ) async {
    let wholes: [@Sendable (Promise<Int>) -> Promise<Void>] = [
      { race([$0, .value(1)], losers: .spare).asVoid() },
      { when(fulfilled: [Promise(error: TestError.two), $0]).asVoid() },
      { when(fulfilled: [$0, Promise(error: TestError.two)].makeIterator(), maxConcurrent: 2).asVoid() },
      { $0.timeout(seconds: 0, losers: .spare).asVoid() },
    ]
    for (number, whole) in wholes.enumerated() {
      let log = Log<String>()
      let lifetime = Lifetime()
      PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
        let (promise, resolver) = Promise<Int>.pending()
        let combined = whole(promise)
        combined.catch(on: nil, policy: .allErrors) { _ in }
        _ = try? combined.wait()
        let children = (0..<siblings).map { _ in promise.map(on: nil) { $0 } }
        for child in children.dropLast() { child.cancel() }
        resolver.reject(LateError(object: lifetime.object()))
        children.last?.catch(on: nil) { _ in }
      }
      // The thread of the timer may be the last to release the promise.
      await wait { lifetime.alive == 0 }
      // A spared input has no consumer left unless a sibling handles the error.
      let isReported = siblings == 0 && [0, 3].contains(number)
      #expect(log.entries.count == (isReported ? 1 : 0), "\(number)")
    }
  }
}

private struct LateError: Error {
  let object: Lifetime.Object
}
