import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.2.1 to 2.2.3: whether, when and with which arguments the handlers are called.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, abandoned: .ignore)) struct APlus22CallTests {
  // MARK: 2.2.1

  @Test(arguments: OnRejected.allCases)
  func `2.2.1: onFulfilled is optional: onRejected alone is called when the promise is rejected`(
    _ onRejected: OnRejected
  ) async throws {
    let log = Log<APlusExecutor>()
    let failed = Promise<Void>(error: TestError.one)
    let passed = failed.ensure(on: nil) {}
    for executor in APlusExecutor.allCases {
      onRejected.attach(to: failed, at: executor) { _ in log(executor) }
      onRejected.attach(to: passed, at: executor) { _ in log(executor) }
    }
    try await allPromisesSettled()
    #expect(log.count == 2 * APlusExecutor.allCases.count)
  }

  @Test(arguments: OnFulfilled.allCases)
  func `2.2.1: onRejected is optional: onFulfilled alone is called when the promise is fulfilled`(
    _ onFulfilled: OnFulfilled
  ) async throws {
    let log = Log<APlusExecutor>()
    let fulfilled = Promise.value(1)
    let passed = fulfilled.ensure(on: nil) {}
    for executor in APlusExecutor.allCases {
      onFulfilled.attach(to: fulfilled, at: executor) { _ in log(executor) }
      onFulfilled.attach(to: passed, at: executor) { _ in log(executor) }
    }
    try await allPromisesSettled()
    #expect(log.count == 2 * APlusExecutor.allCases.count)
  }

  // MARK: 2.2.2

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.2.1: it must be called after the promise is fulfilled, with its value as its first argument`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    let thing = Thing()
    let calls = Log<Bool>()
    settling.settle(.success(thing)) { promise in
      for executor in APlusExecutor.allCases {
        onFulfilled.attach(to: promise, at: executor) { calls($0 === thing && promise.isFulfilled) }
      }
    }
    try await allPromisesSettled()
    #expect(calls.entries == APlusExecutor.allCases.map { _ in true })
  }

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.2.1: it must be called after the guarantee is fulfilled, with its value as its first argument`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    let thing = Thing()
    let calls = Log<Bool>()
    settling.fulfill(thing) { guarantee in
      for executor in APlusExecutor.allCases {
        onFulfilled.attach(to: guarantee, at: executor) { calls($0 === thing && guarantee.isFulfilled) }
      }
    }
    try await allPromisesSettled()
    #expect(calls.entries == APlusExecutor.allCases.map { _ in true })
  }

  @Test(arguments: OnFulfilled.allCases)
  func `2.2.2.2: it must not be called before the promise is fulfilled`(_ onFulfilled: OnFulfilled) async throws {
    let calls = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, resolve) = Guarantee<Int>.pending()
    for executor in APlusExecutor.allCases {
      onFulfilled.attach(to: promise, at: executor) { calls($0) }
      onFulfilled.attach(to: guarantee, at: executor) { calls($0) }
    }
    await APlusExecutor.drained()
    #expect(calls.entries == [])
    resolver.fulfill(1)
    resolve(1)
    try await allPromisesSettled()
    #expect(calls.entries == Array(repeating: 1, count: 2 * APlusExecutor.allCases.count))
  }

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.2.2: it must not be called when the promise is rejected instead`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    for reason in reasons {
      let calls = Log<Int>()
      settling.settle(.failure(reason)) { promise in
        for executor in APlusExecutor.allCases { onFulfilled.attach(to: promise, at: executor) { calls($0) } }
      }
      try await allPromisesSettled()
      #expect(calls.entries == [], "\(reason)")
    }
  }

  @Test(arguments: OnFulfilled.allCases, Settling.allCases)
  func `2.2.2.3: it must not be called more than once`(_ onFulfilled: OnFulfilled, _ settling: Settling) async throws {
    let calls = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    settling.settle(.success(())) { start in
      for executor in APlusExecutor.allCases {
        onFulfilled.attach(to: promise, at: executor) { _ in calls("before, \(executor)") }
      }
      start.done(on: nil) {
        for number in 0..<3 { resolver.fulfill(number) }
        resolver.reject(TestError.one)
        DispatchQueue.concurrentPerform(iterations: 3) { resolver.fulfill($0) }
      }.catch(on: nil) { _ in }
      for executor in APlusExecutor.allCases {
        onFulfilled.attach(to: promise, at: executor) { _ in calls("after, \(executor)") }
      }
    }
    try await allPromisesSettled()
    resolver.fulfill(4)
    promise.cancel()
    await APlusExecutor.drained()
    #expect(calls.count == 2 * APlusExecutor.allCases.count)
    #expect(Set(calls.entries).count == calls.count, "\(calls.entries)")
  }

  // MARK: 2.2.3

  @Test(arguments: OnRejected.allCases, Settling.allCases)
  func `2.2.3.1: it must be called after the promise is rejected, with its reason as its first argument`(
    _ onRejected: OnRejected, _ settling: Settling
  ) async throws {
    for reason in reasons {
      let calls = Log<Bool>()
      settling.settle(.failure(reason)) { promise in
        for executor in APlusExecutor.allCases {
          onRejected.attach(to: promise, at: executor) { calls(same($0, reason) && promise.isRejected) }
        }
      }
      try await allPromisesSettled()
      #expect(calls.entries == APlusExecutor.allCases.map { _ in true }, "\(reason)")
    }
  }

  @Test(arguments: OnRejected.allCases)
  func `2.2.3.2: it must not be called before the promise is rejected`(_ onRejected: OnRejected) async throws {
    let calls = Log<Bool>()
    let (promise, resolver) = Promise<Void>.pending()
    for executor in APlusExecutor.allCases {
      onRejected.attach(to: promise, at: executor) { calls(same($0, TestError.one)) }
    }
    await APlusExecutor.drained()
    #expect(calls.entries == [])
    resolver.reject(TestError.one)
    try await allPromisesSettled()
    #expect(calls.entries == APlusExecutor.allCases.map { _ in true })
  }

  @Test(arguments: OnRejected.allCases, Settling.allCases)
  func `2.2.3.2: it must not be called when the promise is fulfilled instead`(
    _ onRejected: OnRejected, _ settling: Settling
  ) async throws {
    let calls = Log<String>()
    settling.settle(.success(())) { promise in
      for executor in APlusExecutor.allCases { onRejected.attach(to: promise, at: executor) { calls("\($0)") } }
    }
    try await allPromisesSettled()
    #expect(calls.entries == [])
  }

  @Test(arguments: OnRejected.allCases, Settling.allCases)
  func `2.2.3.3: it must not be called more than once`(_ onRejected: OnRejected, _ settling: Settling) async throws {
    let calls = Log<String>()
    let (promise, resolver) = Promise<Void>.pending()
    settling.settle(.success(())) { start in
      for executor in APlusExecutor.allCases {
        onRejected.attach(to: promise, at: executor) { _ in calls("before, \(executor)") }
      }
      start.done(on: nil) {
        for _ in 0..<3 { resolver.reject(TestError.one) }
        resolver.fulfill()
        DispatchQueue.concurrentPerform(iterations: 3) { _ in resolver.reject(TestError.two) }
      }.catch(on: nil) { _ in }
      for executor in APlusExecutor.allCases {
        onRejected.attach(to: promise, at: executor) { _ in calls("after, \(executor)") }
      }
    }
    try await allPromisesSettled()
    resolver.reject(TestError.one)
    promise.cancel()
    await APlusExecutor.drained()
    #expect(calls.count == 2 * APlusExecutor.allCases.count)
    #expect(Set(calls.entries).count == calls.count, "\(calls.entries)")
  }
}
