import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:maxConcurrent:)`: when, and from which thread, the iterator is called.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct WhenMaxConcurrentTests {
  /// An iterator that records the promises that it creates and the number of calls to `next()`.
  final class PromiseIterator: IteratorProtocol, Sendable {
    let created = Log<Resolver<Int>>()
    let calls = Log<Int>()
    let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    func next() -> Promise<Int>? {
      calls(calls.count)
      guard created.count < limit else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      created(resolver)
      return promise
    }
  }

  // MARK: Concurrency limit

  @Test(arguments: 1...4) func `as many promises are pending as the limit allows`(_ width: Int) {
    let iterator = PromiseIterator(limit: 10)
    let whole = when(fulfilled: iterator, maxConcurrent: width)
    for number in 0..<10 {
      #expect(iterator.created.count == min(width + number, 10))
      #expect(whole.isPending)
      iterator.created.entries[number].fulfill(number)
    }
    #expect(whole.value == Array(0..<10))
    #expect(iterator.calls.count == 11)
  }

  @Test func `the values are in the order in which the iterator created the promises`() {
    let iterator = PromiseIterator(limit: 6)
    let whole = when(fulfilled: iterator, maxConcurrent: 3)
    for number in [2, 1, 4, 3, 5, 0] { iterator.created.entries[number].fulfill(number) }
    #expect(whole.value == [0, 1, 2, 3, 4, 5])
  }

  @Test func `the limit may exceed the number of promises`() {
    let iterator = PromiseIterator(limit: 2)
    let whole = when(fulfilled: iterator, maxConcurrent: 100)
    #expect(iterator.calls.count == 3)
    iterator.created.entries[1].fulfill(1)
    iterator.created.entries[0].fulfill(0)
    #expect(whole.value == [0, 1] && iterator.calls.count == 3)
  }

  @Test func `an empty iterator is called once`() {
    let iterator = PromiseIterator(limit: 0)
    let whole = when(fulfilled: iterator, maxConcurrent: 3)
    #expect(whole.value == [] && iterator.calls.count == 1)
  }

  @Test func `when(fulfilled:maxConcurrent:) accepts guarantees of timers`() async throws {
    let running = Lock(0)
    let promises = (0..<20).lazy.map { number in
      #expect(
        running.withLock { count in
          count += 1
          return count
        } <= 3)
      return after(seconds: 0.0001 * Double(number % 3)).map(on: nil) {
        running.withLock { $0 -= 1 }
        return number
      }
    }
    #expect(try await when(fulfilled: promises.makeIterator(), maxConcurrent: 3).get() == Array(0..<20))
  }

  // MARK: Calls to the iterator

  @Test func `two threads never call the iterator concurrently`() async throws {
    let isInside = Lock(false)
    let created = Counter()
    let queue = DispatchQueue(label: "WhenMaxConcurrentTests", attributes: .concurrent)
    let promises = AnyIterator { () -> Promise<Int>? in
      let isFirst = isInside.withLock { isInside in
        defer { isInside = true }
        return !isInside
      }
      #expect(isFirst)
      defer { isInside.withLock { $0 = false } }
      let number = created.next()
      // Some promises settle while the iterator is being called, some before, some later.
      return number == 5000 ? nil : number % 5 == 0 ? .value(number) : queue.async(.promise) { () throws in number }
    }
    let values = try await when(fulfilled: promises, maxConcurrent: 8).get()
    #expect(values == Array(0..<5000))
    #expect(created.value == 5001)
  }

  @Test func `an iterator may settle a promise that it returned earlier`() {
    let resolvers = Log<Resolver<Int>>()
    let promises = AnyIterator { () -> Promise<Int>? in
      let (promise, resolver) = Promise<Int>.pending()
      resolvers.entries.last?.fulfill(resolvers.count)
      resolvers(resolver)
      return resolvers.count > 1000 ? nil : promise
    }
    let whole = when(fulfilled: promises, maxConcurrent: 2)
    #expect(whole.value == Array(1...1000))
    resolvers.entries.last?.fulfill(0)
  }

  // MARK: Early exit

  @Test func `after a rejection, the iterator is not called again and pending inputs are not canceled`() {
    let iterator = PromiseIterator()
    let whole = when(fulfilled: iterator, maxConcurrent: 3)
    iterator.created.entries[1].reject(TestError.one)
    #expect(whole.error as? TestError == .one)
    #expect(iterator.calls.count == 3)
    #expect(!iterator.created.entries[0].isCancelled && iterator.created.entries[2].promise.isPending)
    iterator.created.entries[0].fulfill(0)
    iterator.created.entries[2].reject(TestError.two)
    #expect(iterator.calls.count == 3 && whole.error as? TestError == .one)
  }

  @Test func `a promise that is already rejected stops the calls to the iterator`() {
    let calls = Log<Int>()
    let promises = AnyIterator { () -> Promise<Int>? in
      calls(1)
      return Promise(error: TestError.one)
    }
    #expect(when(fulfilled: promises, maxConcurrent: 100).error as? TestError == .one)
    #expect(calls.count == 1)
  }

  @Test func `errors of inputs that fail after the first rejection are not reported`() {
    let log = Log<String>()
    PromiseContext.$current.withValue(PromiseContext(report: { log("\($0)") })) {
      let iterator = PromiseIterator()
      when(fulfilled: iterator, maxConcurrent: 2).catch(on: nil) { _ in }
      iterator.created.entries[0].reject(TestError.one)
      iterator.created.entries[1].reject(TestError.two)
    }
    #expect(log.entries == [])
  }

  // MARK: Lifetime

  @Test func `the iterator is released when the last of its promises settles`() {
    weak var released: PromiseIterator?
    let resolvers: [Resolver<Int>]
    do {
      let iterator = PromiseIterator(limit: 2)
      released = iterator
      _ = when(fulfilled: iterator, maxConcurrent: 2)
      resolvers = iterator.created.entries
    }
    #expect(released != nil)
    for resolver in resolvers { resolver.fulfill(0) }
    #expect(released == nil)
  }

  // MARK: Limits

  @Test(arguments: [1, 3, 100])
  func `when(fulfilled:maxConcurrent:) never exceeds its limit`(_ width: Int) async throws {
    let running = Lock((now: 0, most: 0))
    let queue = DispatchQueue(label: "WhenMaxConcurrentTests", attributes: .concurrent)
    let promises = (0..<200).lazy.map { number in
      let isAllowed = running.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
        return counts.now <= width
      }
      #expect(isAllowed)
      return queue.async(.promise) { () throws -> Int in
        running.withLock { $0.now -= 1 }
        return number
      }
    }
    let values = try await when(fulfilled: promises.makeIterator(), maxConcurrent: width).get()
    #expect(values == Array(0..<200))
  }

  @Test(arguments: [0, -1])
  func `with a limit below one, when(fulfilled:maxConcurrent:) is rejected and creates no promise`(_ width: Int) async {
    let created = Log<Int>()
    let promises = (0..<3).lazy.map { number in
      created(number)
      return Promise.value(number)
    }
    await #expect(throws: PromiseError.self) {
      try await when(fulfilled: promises.makeIterator(), maxConcurrent: width).get()
    }
    #expect(created.entries == [])
  }

  @Test(arguments: [0, -1, Int.min])
  func `with a limit below one, when(fulfilled:maxConcurrent:) is rejected and never calls the iterator`(_ width: Int) {
    let promises = AnyIterator { () -> Promise<Int>? in
      Issue.record("next() was called")
      return nil
    }
    expectBadInput(when(fulfilled: promises, maxConcurrent: width))
    guard case .failure(PromiseError.badInput)? = when(resolved: promises, maxConcurrent: width).value?.first else {
      Issue.record("expected badInput")
      return
    }
  }

  @Test func `the concurrency limit may be Int.max`() {
    let promises = (0..<100).lazy.map { Promise.value($0) }
    #expect(when(fulfilled: promises.makeIterator(), maxConcurrent: .max).value == Array(0..<100))
    #expect(when(resolved: promises.makeIterator(), maxConcurrent: .max).value?.count == 100)
    let (promise, resolver) = Promise<Int>.pending()
    let whole = when(fulfilled: [promise, .value(2)].makeIterator(), maxConcurrent: .max)
    resolver.fulfill(1)
    #expect(whole.value == [1, 2])
  }

  @Test func `when(fulfilled:maxConcurrent:) creates no promise after a failure`() async {
    let created = Log<Int>()
    let promises = (0..<10).lazy.map { number in
      created(number)
      return number == 2 ? Promise<Int>(error: TestError.one) : .value(number)
    }
    await #expect(throws: TestError.one) {
      try await when(fulfilled: promises.makeIterator(), maxConcurrent: 1).get()
    }
    #expect(created.entries == [0, 1, 2])
  }

  @Test func `many settled promises from an iterator need no stack`() async throws {
    await onSmallStack {
      let promises = (0..<many(100_000)).lazy.map { Promise.value($0) }
      let whole = when(fulfilled: promises.makeIterator(), maxConcurrent: 8)
      #expect(whole.value?.count == many(100_000))
    }
  }

  // MARK: Actors

  @Test @MainActor func `on the main actor, the iterator is called on the main actor`() async throws {
    var count = 0
    let promises = AnyIterator { () -> Promise<Int>? in
      MainActor.assertIsolated()
      count += 1
      return count > 50 ? nil : DispatchQueue.global().async(.promise) { [count] () throws in count }
    }
    let values = try await when(fulfilled: promises, maxConcurrent: 4).get()
    #expect(values == Array(1...50) && count == 51)
  }

  @Test func `on an actor, the iterator is called on that actor`() async throws {
    #expect(try await Producer().make().get() == [1, 2, 3, 4])
  }

  actor Producer {
    var count = 0

    func make() -> Promise<[Int]> {
      let promises = AnyIterator { () -> Promise<Int>? in
        self.preconditionIsolated()
        self.count += 1
        return self.count > 4 ? nil : DispatchQueue.global().async(.promise) { [count = self.count] () throws in count }
      }
      return when(fulfilled: promises, maxConcurrent: 2)
    }
  }
}
