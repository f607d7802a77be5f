import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Tests for bugs that were fixed and would be easy to reintroduce.
@Suite(.promises(timeLimit: .testLimit), .serialized) struct RegressionTests {
  @Test func `a guarantee is its own underlying promise and cannot fail`() {
    func check<T: Thenable>(_ thenable: T) { #expect(T.Failure.self == Never.self && thenable._promise === thenable) }
    check(Guarantee.value(1))
  }

  @Test func `canceling the timeout of a guarantee cancels the guarantee`() {
    let slow = after(seconds: 3600)
    slow.timeout(seconds: 30).cancel()
    #expect(slow.isFulfilled && waitForPromises(timeout: 0))
  }

  @Test func `a timeout that fires cancels its guarantee`() {
    let slow = after(seconds: 3600)
    _ = slow.timeout(seconds: 0.0005).catch(on: nil) { _ in }
    #expect(waitForPromises(timeout: .testLimit))  // takes an hour unless the timer is canceled
    #expect(slow.isFulfilled)
  }

  @Test func `when(fulfilled:rejected:) passes the index and the error of the same input`() {
    let isConsistent = Log<Bool>()
    let pairs = (0..<many(20_000)).map { _ in (Promise<Int>.pending(), Promise<Int>.pending()) }
    let wholes = pairs.map { pair in
      when(fulfilled: [pair.0.promise, pair.1.promise]) { index, error in
        isConsistent((index == 0) == (error as? TestError == .one))
      }
    }
    collide(pairs.map { ($0.0.resolver, $0.1.resolver) }) {
      $0.0.reject(TestError.one)
    } other: {
      $0.1.reject(TestError.two)
    }
    #expect(waitForPromises(timeout: .testLimit))
    for whole in wholes { _ = whole.error }
    #expect(isConsistent.entries.count { !$0 } == 0)
  }

  @Test func `a timer accepts a duration of more than Int64.max seconds`() async {
    await #expect(processExitsWith: .success) {
      let huge = Duration.seconds(Int64.max) * 2
      after(huge).cancel()
    }
  }

  @Test(arguments: [true, false])
  func `retry lets other work items run on its queue between attempts`(_ throwing: Bool) async throws {
    let queue = DispatchQueue(label: "RegressionTests")
    let calls = Counter()
    let hasRun = OnceFlag()
    let whole = retry(on: queue, attempts: .max, delay: 0) { () throws -> Promise<Bool> in
      let count = calls.next() + 1
      if count == 1 { queue.async { hasRun.claim() } }
      if hasRun.isClaimed { return .value(true) }
      if count == many(100_000) { return .value(false) }
      if throwing { throw TestError.one }
      return Promise(error: TestError.one)
    }
    #expect(try await whole.get())
  }

  @Test func `a promise settles even if its own handler returns it`() {
    let queue = DispatchQueue(label: "RegressionTests")
    let wholes = Log<Promise<Int>>()
    queue.suspend()
    wholes(retry(on: queue, delay: 0) { wholes.entries[0] })
    wholes(Promise.value(1).reduce(on: queue, [1]) { _, _ in wholes.entries[1] })
    wholes(Promise.value(1).then(on: queue) { _ in wholes.entries[2] })
    queue.resume()
    #expect(waitForPromises(timeout: .testLimit))
    #expect(wholes.entries.map(\.isSettled) == [true, true, true])
    for whole in wholes.entries { whole.catch(on: nil) { _ in } }
  }

  /// The end of the progress is delivered after the loop is canceled, but before the loop cancels the pending attempt.
  @Test func `an attempt that fails while its retry is being canceled is not reported`() {
    let last = Lock<Resolver<Int>?>(nil)
    let reported = reports {
      let whole = retry(on: nil, attempts: 2, delay: 0) {
        let (promise, resolver) = Promise<Int>.pending()
        last.withLock { $0 = resolver }
        return promise
      }
      whole.progress.observe(
        Handler(on: nil, flags: []) { snapshot in
          let resolver = last.withLock { $0.take() }
          if snapshot == nil { resolver?.reject(TestError.one) }
        })
      whole.cancel()
      #expect(whole.isCancelled)
    }
    #expect(reported == [])
  }

  @Test func `the error of an abandoned guarantee names a creation site in the caller's code`() throws {
    let line = #line
    let promises: [AnyPromise] = silently {
      [
        until(on: nil) { Guarantee<Bool> { _ in } },
        Promise.value(1).reduce(on: nil, [1]) { _, _ in Guarantee<Int> { _ in } },
        Guarantee<Int> { _ in }.reduce(on: nil, [1]) { _, _ in Promise.value(1) },
        Guarantee<Int> { _ in }.then(on: nil) { Promise.value($0) },
      ]
    }
    for promise in promises {
      let error = (promise as? Promise<Int>)?.error ?? (promise as? Promise<Void>)?.error
      guard case .abandoned(let file, let reportedLine) = try #require(error as? PromiseError) else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(file == #fileID && (line + 3...line + 6).contains(reportedLine))
    }
  }

  @Test func `an exponential backoff is limited to its maximum`() {
    #expect(Backoff.exponential(initial: 1, factor: 1.001, maximum: 60, jitter: 0).seconds(afterAttempt: 10_000) == 60)
  }

  @Test func `a race of guarantees returns a guarantee in each of its forms`() {
    let guarantee = Guarantee.value(1)
    let three = race(guarantee, guarantee, guarantee)
    let spared = race(guarantee, guarantee, losers: .spare)
    let both: [Guarantee<Int>] = [three, spared]
    #expect(both.map(\.value) == [1, 1])
  }

  @Test func `a single-expression closure may take several values`() {
    let log = Log<String>()
    let (a, b) = (Promise.value(1), Promise.value("b"))
    when(fulfilled: a, b).done(on: nil) { a, b in log("\(a.magnitude as Any) \(b.count as Any)") }.cauterize()
    when(fulfilled: a, b, a).done(on: nil) { a, b, c in log("\(a.magnitude) \(b.count) \(c.magnitude)") }.cauterize()
    when(resolved: a, b).done(on: nil) { a, b in log("\(a) \(b)") }
    #expect(log.count == 3)
  }

  @Test func `an error handled by catch(only:) does not reach the handlers that follow`() {
    let log = Log<Int>()
    let failed = Promise<Int>(error: TestError.one)
    failed.catch(only: TestError.self) { _ in }.cancel()
    failed.catch(only: PromiseError.self, on: nil) { _ in log(1) }
      .catch(only: TestError.self, on: nil) { _ in log(2) }
      .ensure(on: nil) { log(3) }
      .catch(only: TestError.self, on: nil) { _ in log(4) }
      .catch(on: nil) { _ in log(5) }
      .ensure(on: nil) { log(6) }
    #expect(log.entries == [2, 3, 6])
  }

  @Test func `catch(only:) and recover(only:) can exclude cancellation errors`() {
    let log = Log<Int>()
    let canceled = Promise<Int>(error: PromiseError.cancelled)
    canceled.catch(only: PromiseError.self, on: nil) { _ in log(1) }
    canceled.catch(only: PromiseError.self, on: nil, policy: .allErrorsExceptCancellation) { _ in log(2) }
    let recovered = canceled.recover(only: PromiseError.self, on: nil, policy: .allErrorsExceptCancellation) { _ in
      Promise.value(1)
    }
    #expect(log.entries == [1] && recovered.isCancelled)
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
