import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.2.6: multiple handlers on the same promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct APlus226Tests {
  /// The combinations of timing and executor for which the order of the handlers is defined.
  static let orderedCombinations = Settling.allCases.flatMap { settling in
    [APlusExecutor.implicit, .queue, .inline].map { (settling, $0) }
  }.filter { $0 != (.concurrently, .inline) }

  /// Returns `count` numbered operators, cycling through all cases.
  static func operators<Operator: CaseIterable>(_ count: Int) -> [(Int, Operator)] {
    let all = Array(Operator.allCases)
    return (0..<count).map { ($0, all[$0 % all.count]) }
  }

  // MARK: In order

  @Test(arguments: orderedCombinations)
  func `2.2.6.1: when the promise is fulfilled, all onFulfilled must run in the order in which they were attached`(
    _ settling: Settling, _ executor: APlusExecutor
  ) async throws {
    let log = Log<Int>()
    settling.settle(.success("value")) { promise in
      for (number, onFulfilled) in Self.operators(30) as [(Int, OnFulfilled)] {
        onFulfilled.attach(to: promise, at: executor) { _ in log(number) }
      }
    }
    try await allPromisesSettled()
    #expect(log.entries == Array(0..<30))
  }

  @Test(arguments: orderedCombinations)
  func `2.2.6.1: when a guarantee is fulfilled, all onFulfilled must run in the order in which they were attached`(
    _ settling: Settling, _ executor: APlusExecutor
  ) async throws {
    let log = Log<Int>()
    settling.fulfill("value") { guarantee in
      for (number, onFulfilled) in Self.operators(30) as [(Int, OnFulfilled)] where onFulfilled != .thenPromise {
        onFulfilled.attach(to: guarantee, at: executor) { _ in log(number) }
      }
    }
    try await allPromisesSettled()
    #expect(log.entries == log.entries.sorted() && log.count == 24)
  }

  @Test(arguments: orderedCombinations)
  func `2.2.6.2: when the promise is rejected, all onRejected must run in the order in which they were attached`(
    _ settling: Settling, _ executor: APlusExecutor
  ) async throws {
    let log = Log<Int>()
    settling.settle(.failure(TestError.one)) { promise in
      for (number, onRejected) in Self.operators(30) as [(Int, OnRejected)] {
        onRejected.attach(to: promise, at: executor) { _ in log(number) }
      }
    }
    try await allPromisesSettled()
    #expect(log.entries == Array(0..<30))
  }

  @Test(arguments: [true, false])
  func `2.2.6: handlers run in order even when another thread settles the promise while they are being attached`(
    _ fulfilled: Bool
  ) async throws {
    for _ in 0..<many(100) {
      let log = Log<Int>()
      let (promise, resolver) = Promise<Void>.pending()
      let attach = { @Sendable (number: Int) in
        OnFulfilled.done.attach(to: promise, at: .queue) { log(number) }
        OnRejected.recoverGuarantee.attach(to: promise, at: .queue) { _ in log(number) }
      }
      // Delivery to many handlers takes long enough to overlap with the attaching thread.
      for number in 0..<50 { attach(number) }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { return fulfilled ? resolver.fulfill() : resolver.reject(TestError.one) }
        for number in 50..<100 { attach(number) }
      }
      try await allPromisesSettled()
      #expect(log.entries == Array(0..<100))
    }
  }

  actor Notebook {
    var numbers: [Int] = []

    func write(_ promise: Promise<Void>, _ range: Range<Int>) {
      for number in range {
        promise.done { self.numbers.append(number) }.catch { _ in self.numbers.append(number) }
      }
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.6.1: actor-isolated onFulfilled run in order, no matter which thread settles the promise`(
    _ settling: Settling
  ) async throws {
    let notebook = Notebook()
    let promise = settling.settle(.success(())) { $0 }
    await notebook.write(promise, 0..<30)
    try await allPromisesSettled()
    #expect(await notebook.numbers == Array(0..<30))
  }

  @Test(arguments: [APlusExecutor.implicit, .queue, .inline])
  func `2.2.6.1: handlers run in order when the promise is fulfilled between two calls that attach onFulfilled`(
    _ executor: APlusExecutor
  ) async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<String>.pending()
    for (number, onFulfilled) in Self.operators(20) as [(Int, OnFulfilled)] {
      if number == 10 { resolver.fulfill("value") }
      onFulfilled.attach(to: promise, at: executor) { _ in log(number) }
    }
    try await allPromisesSettled()
    #expect(log.entries == Array(0..<20))
  }

  @Test(arguments: [APlusExecutor.implicit, .queue, .inline])
  func `2.2.6.2: handlers run in order when the promise is rejected between two calls that attach onRejected`(
    _ executor: APlusExecutor
  ) async throws {
    let log = Log<Int>()
    let (promise, resolver) = Promise<Void>.pending()
    for (number, onRejected) in Self.operators(20) as [(Int, OnRejected)] {
      if number == 10 { resolver.reject(TestError.one) }
      onRejected.attach(to: promise, at: executor) { _ in log(number) }
    }
    try await allPromisesSettled()
    #expect(log.entries == Array(0..<20))
  }

  // MARK: Interaction between handlers

  @Test(arguments: Settling.allCases)
  func `2.2.6.1: an onFulfilled attached within a handler runs after those that were attached before it`(
    _ settling: Settling
  ) async throws {
    // Everything happens on one serial executor, so that no handler can run before the first three are attached.
    for executor in [APlusExecutor.implicit, .queue] {
      let log = Log<String>()
      await executor.queue!.async(.promise) {
        settling.settle(.success(1)) { promise in
          OnFulfilled.done.attach(to: promise, at: executor) { _ in
            log("first")
            OnFulfilled.map.attach(to: promise, at: executor) { _ in log("inner") }
          }
          OnFulfilled.thenPromise.attach(to: promise, at: executor) { _ in log("second") }
          OnFulfilled.get.attach(to: promise, at: executor) { _ in log("third") }
        }
      }.get()
      try await allPromisesSettled()
      #expect(log.entries == ["first", "second", "third", "inner"], "\(executor)")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.6.2: an onRejected attached within a handler runs after those that were attached before it`(
    _ settling: Settling
  ) async throws {
    for executor in [APlusExecutor.implicit, .queue] {
      let log = Log<String>()
      await executor.queue!.async(.promise) {
        settling.settle(.failure(TestError.one)) { promise in
          OnRejected.catch.attach(to: promise, at: executor) { _ in
            log("first")
            OnRejected.recoverPromise.attach(to: promise, at: executor) { _ in log("inner") }
          }
          OnRejected.recoverPromise.attach(to: promise, at: executor) { _ in log("second") }
          OnRejected.recoverGuarantee.attach(to: promise, at: executor) { _ in log("third") }
        }
      }.get()
      try await allPromisesSettled()
      #expect(log.entries == ["first", "second", "third", "inner"], "\(executor)")
    }
  }

  @Test(arguments: OnFulfilled.allCases.filter { $0 != .thenGuarantee }, Settling.allCases)
  func `2.2.6.1: a handler that throws does not prevent the others from being called`(
    _ onFulfilled: OnFulfilled, _ settling: Settling
  ) async throws {
    let log = Log<String>()
    settling.settle(.success(1)) { promise in
      onFulfilled.attach(to: promise, at: .queue) { _ in log("first") }
      onFulfilled.attach(to: promise, at: .queue) { _ in
        log("second")
        throw TestError.one
      }
      onFulfilled.attach(to: promise, at: .queue) { _ in log("third") }
    }
    try await allPromisesSettled()
    #expect(log.entries == ["first", "second", "third"])
  }

  @Test(arguments: Settling.allCases)
  func `2.2.6: each call to then starts a branch with its own outcome`(_ settling: Settling) async throws {
    let branches = settling.settle(.success(1)) { promise in
      let value = promise.map { $0 + 1 }
      let thrown = promise.then { _ -> Promise<Int> in throw TestError.one }
      let adopted = promise.then { Promise.value($0 + 2) }
      let passed = promise.get { _ in }
      let recovered = promise.recover { _ in Promise.value(0) }
      return [value, thrown, adopted, passed, recovered, promise.catch { _ in }]
    }
    try await allPromisesSettled()
    #expect(branches.map(\.value) == [2, nil, 3, 1, 1, 1])
    #expect(same(branches[1].error, TestError.one))
  }

  @Test(arguments: Settling.allCases)
  func `2.2.6: each call to recover starts a branch with its own outcome`(_ settling: Settling) async throws {
    let branches = settling.settle(.failure(TestError.one)) { (promise: Promise<Int>) in
      let value = promise.recover { _ in Promise.value(2) }
      let thrown = promise.recover { _ -> Promise<Int> in throw TestError.two }
      let adopted = promise.recover { _ in Promise.value(3) }
      let passed = promise.map { $0 + 1 }
      return [value, thrown, adopted, passed, promise.catch { _ in }]
    }
    try await allPromisesSettled()
    #expect(branches.map(\.value) == [2, nil, 3, nil, nil])
    #expect(same(branches[1].error, TestError.two))
    #expect(same(branches[3].error, TestError.one) && same(branches[4].error, TestError.one))
  }
}
