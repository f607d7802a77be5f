import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `when(fulfilled:maxConcurrent:)`: when, and from which thread, the iterator is called.
@Suite(.promises(timeLimit: .testLimit)) struct ConcurrentWhenTests {
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
    let queue = DispatchQueue(label: "ConcurrentWhenTests", attributes: .concurrent)
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

  // MARK: Cancellation

  @Test func `canceling cancels the inputs without other consumers and stops the calls to the iterator`() {
    let iterator = PromiseIterator()
    let whole = when(fulfilled: iterator, maxConcurrent: 3)
    let other = iterator.created.entries[2].promise.map(on: nil) { $0 }
    iterator.created.entries[0].fulfill(0)
    whole.cancel()
    #expect(whole.error is CancellationError)
    #expect(!iterator.created.entries[0].isCancelled && iterator.created.entries[1].isCancelled)
    #expect(!iterator.created.entries[2].isCancelled && iterator.created.entries[3].isCancelled)
    iterator.created.entries[2].fulfill(2)
    #expect(other.value == 2 && iterator.calls.count == 4)
  }

  @Test func `a promise that the iterator creates during cancellation is canceled`() {
    let wholes = Log<Promise<[Int]>>()
    let resolvers = Log<Resolver<Int>>()
    let promises = AnyIterator { () -> Promise<Int>? in
      // The second call happens when the first promise settles, after `wholes` has been filled.
      wholes.entries.first?.cancel()
      let (promise, resolver) = Promise<Int>.pending()
      resolvers(resolver)
      return promise
    }
    let whole = when(fulfilled: promises, maxConcurrent: 1)
    wholes(whole)
    resolvers.entries[0].fulfill(0)
    #expect(whole.error is CancellationError)
    #expect(resolvers.count == 2 && resolvers.entries[1].isCancelled)
  }

  @Test func `an input that settles during cancellation starts at most one more, which is canceled`() {
    let rounds = (0..<500).map { _ in
      let iterator = PromiseIterator()
      return (iterator, when(fulfilled: iterator, maxConcurrent: 2))
    }
    collide(rounds) {
      $0.0.created.entries[0].fulfill(0)
    } other: {
      $0.1.cancel()
    }
    for (iterator, whole) in rounds {
      #expect(whole.error is CancellationError)
      let created = iterator.created.entries
      #expect(created.count <= 3 && created[1...].allSatisfy { $0.isCancelled })
    }
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
}
