import Dispatch
import PromiseScoping
import TestSupport
import Testing

/// The number of pending promises in a process. Each test has a process of its own, because promises of other tests count
/// as well.
@Suite(.sharingProcessors) struct PendingPromisesTests {
  @Test func `a promise counts until it has settled or is released`() async {
    await #expect(processExitsWith: .success) {
      precondition(PendingPromises.count == 0)
      let (promise, resolver) = Promise<Int>.pending()
      precondition(PendingPromises.count == 1)
      let derived = promise.map(on: nil) { $0 + 1 }
      precondition(PendingPromises.count == 2)
      let settled = [Promise.value(1), Promise(error: TestError.one)]
      precondition(PendingPromises.count == 2 && settled.count == 2)
      resolver.fulfill(1)
      precondition(PendingPromises.count == 0 && derived.isFulfilled)
      resolver.fulfill(2)
      precondition(PendingPromises.count == 0)

      let (guarantee, resolve) = Guarantee<Int>.pending()
      precondition(PendingPromises.count == 1)
      resolve(1)
      precondition(PendingPromises.count == 0 && guarantee.isFulfilled)

      _ = Promise<Int>.pending()
      precondition(PendingPromises.count == 0, "an abandoned promise")
      _ = Guarantee<Int>.pending()
      precondition(PendingPromises.count == 0, "an abandoned guarantee")
      _ = after(seconds: 1000)
      precondition(PendingPromises.count == 0, "a timer that is released while it is pending")

      let canceled = Promise<Int>.pending()
      let step = canceled.promise.map { $0 }
      canceled.promise.cancel()
      precondition(PendingPromises.count == 0 && step.isCancelled)
      withExtendedLifetime(canceled) {}
    }
  }

  @Test func `a promise whose outcome another thread has seen does not count`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "PendingPromisesTests")
      for _ in 0..<5_000 {
        let (promise, resolver) = Promise<Int>.pending()
        queue.async { resolver.fulfill(1) }
        while promise.isPending {}
        precondition(PendingPromises.count == 0)
      }
    }
  }

  @Test func `a handler that has yet to run counts`() async {
    await #expect(processExitsWith: .success) {
      let queue = DispatchQueue(label: "PendingPromisesTests")
      queue.suspend()
      let promise = Promise.value(1).map(on: queue) { $0 }
      precondition(PendingPromises.count == 1)
      queue.resume()
      _ = try await promise.get()
      precondition(PendingPromises.count == 0)
    }
  }

  @Test func `promises are counted by threads that end`() async {
    await #expect(processExitsWith: .success) {
      let pending = Log<(promise: Promise<Int>, resolver: Resolver<Int>)>()
      for _ in 0..<20 {
        await onThreads(4) { _ in
          for _ in 0..<100 {
            pending(Promise<Int>.pending())
            Promise<Int>.pending().resolver.fulfill(1)
          }
        }
      }
      precondition(PendingPromises.count == 8000)
      for pair in pending.entries { pair.resolver.fulfill(1) }
      precondition(PendingPromises.count == 0)
    }
  }

  @Test func `the number is never too small while other threads settle promises`() async {
    await #expect(processExitsWith: .success) {
      let (held, resolver) = Promise<Int>.pending()
      let isOver = Lock(false)
      let observer = DispatchQueue.global().async(.promise) {
        var smallest = Int.max
        while !isOver.withLock({ $0 }) { smallest = min(smallest, PendingPromises.count) }
        return smallest
      }
      await onThreads(4) { _ in
        for _ in 0..<5_000 {
          let (promise, resolver) = Promise<Int>.pending()
          DispatchQueue.global().async { resolver.fulfill(1) }
          _ = try? promise.wait()
        }
      }
      isOver.withLock { $0 = true }
      // The held promise, and that of the observer.
      let smallest = await observer.get()
      precondition(smallest >= 2)
      resolver.fulfill(1)
      withExtendedLifetime(held) {}
      // A thread that has settled a promise may not have counted it yet.
      let left = await PendingPromises.drain(timeout: 30)
      precondition(left == 0)
    }
  }

  @Test func `drain returns when nothing is pending`() async {
    await #expect(processExitsWith: .success) {
      let (promise, resolver) = Promise<Int>.pending()
      let chain = promise.map(on: .global()) { $0 }.done(on: .global()) { _ in }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) { resolver.fulfill(1) }
      let left = await PendingPromises.drain(timeout: .infinity)
      precondition(left == 0 && chain.isFulfilled)
    }
  }

  @Test func `drain returns the number of pending promises at its limit`() async {
    await #expect(processExitsWith: .success) {
      let pending = (0..<3).map { _ in Promise<Int>.pending() }
      for seconds in [0, -1, .nan, 0.02] {
        let left = await PendingPromises.drain(timeout: seconds)
        precondition(left == 3)
      }
      var left = await PendingPromises.drain(timeout: .milliseconds(20))
      precondition(left == 3)
      left = await PendingPromises.drain(timeout: Duration.milliseconds(20))
      precondition(left == 3)
      withExtendedLifetime(pending) {}
    }
  }

  @Test func `drain returns when its task is canceled`() async {
    await #expect(processExitsWith: .success) {
      let pending = Promise<Int>.pending()
      let task = Task { await PendingPromises.drain(timeout: .infinity) }
      task.cancel()
      let left = await task.value
      precondition(left == 1)
      withExtendedLifetime(pending) {}
    }
  }
}
