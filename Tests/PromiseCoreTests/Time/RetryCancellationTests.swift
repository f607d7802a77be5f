import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Canceling `retry`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct RetryCancellationTests {
  typealias Work = RetryTests.Work

  @Test func `a cancellation error is not retried`() {
    for error in [CancellationError(), PromiseError.cancelled] as [any Error] {
      let calls = Log<Int>()
      let whole = retry(on: nil, attempts: 5, delay: 0, condition: { _, _ in true }) { () throws -> Promise<Int> in
        calls(1)
        if calls.count == 1 { throw TestError.one }
        return Promise(error: error)
      }
      #expect(whole.error?.isCancelled == true && calls.count == 2)
    }
  }

  @Test func `canceling during an attempt cancels that attempt`() {
    let resolvers = Log<Resolver<Int>>()
    let whole = retry(on: nil, attempts: 5, delay: 0) { () -> Promise<Int> in
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    resolvers.entries[0].reject(TestError.one)
    #expect(resolvers.count == 2 && !resolvers.entries[1].isCancelled)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(resolvers.count == 2 && resolvers.entries[1].isCancelled && !resolvers.entries[0].isCancelled)
  }

  @Test func `canceling does not cancel an attempt that has another consumer`() {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map(on: nil) { $0 }
    retry(on: nil, attempts: 5, delay: 0) { promise }.cancel()
    #expect(!resolver.isCancelled)
    resolver.fulfill(1)
    #expect(other.value == 1)
  }

  @Test func `canceling during the delay removes the timer`() {
    let work = Work()
    let whole = retry(on: nil, attempts: 5, delay: 3600) { work.attempt() }
    #expect(whole.isPending && work.calls.count == 1)
    whole.cancel()
    #expect(whole.error is CancellationError && work.calls.count == 1)
    #expect(waitForPromises(timeout: 0))
  }

  @Test func `canceling before the first attempt prevents it`() {
    let work = Work()
    let queue = DispatchQueue(label: "RetryCancellationTests")
    queue.suspend()
    let whole = retry(on: queue, delay: 0) { work.attempt() }
    whole.cancel()
    queue.resume()
    #expect(waitForPromises(timeout: .testLimit))
    #expect(whole.error is CancellationError && work.calls.count == 0)
  }

  @Test func `canceling within an attempt cancels the promise that the attempt returns`() {
    let (promise, resolver) = Promise<Int>.pending()
    let wholes = Log<Promise<Int>>()
    let (start, starter) = Promise<Int>.pending()
    let calls = Log<Int>()
    wholes(
      retry(on: nil, attempts: 5, delay: 0) { () -> Promise<Int> in
        calls(1)
        guard calls.count > 1 else { return start }
        wholes.entries[0].cancel()
        return promise
      })
    starter.reject(TestError.one)
    #expect(wholes.entries[0].error is CancellationError)
    #expect(calls.count == 2 && resolver.isCancelled)
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
}
