import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises canceled in a `deinit`, resolvers released in a `deinit`, and values that own many objects.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ReleaseTests {
  /// Cancels its promises when it is deallocated, as a view controller might.
  final class Canceler: Sendable {
    let promises: [Promise<Int>]
    init(_ promises: [Promise<Int>]) { self.promises = promises }
    deinit { for promise in promises { promise.cancel() } }
    func touch() {}
  }

  /// Releases its resolvers when it is deallocated.
  final class Owner: Sendable {
    let resolvers: [Resolver<Int>]
    init(_ resolvers: [Resolver<Int>]) { self.resolvers = resolvers }
    func touch() {}
  }

  // MARK: Cancellation in a deinit

  @Test func `an object may cancel promises in its deinit`() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("producer") }
    do {
      let canceler = Canceler([promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 }])
      canceler.touch()
      #expect(promise.isPending)
    }
    #expect(promise.isCancelled && log.entries == ["producer"])
  }

  @Test(arguments: ExecutorKind.allCases)
  func `a handler released after it ran may cancel its upstream promise in a deinit`(_ executor: ExecutorKind)
    async throws
  {
    let queue = executor.queue
    let (promise, resolver) = Promise<Int>.pending()
    let (other, producer) = Promise<Int>.pending()
    let handler = {
      let canceler = Canceler([other, promise])
      return promise.map(on: queue) { number in
        canceler.touch()
        return number
      }
    }()
    let sibling = promise.map(on: queue) { $0 + 1 }
    resolver.fulfill(1)
    #expect(try await handler.get() == 1)
    #expect(try await sibling.get() == 2)
    await #expect(throws: CancellationError.self) { try await other.get() }
    #expect(producer.isCancelled && promise.value == 1)
  }

  /// Canceling releases the handler, and with it an object that cancels the upstream promise again.
  @Test func `a handler released by cancellation may cancel its upstream promise in a deinit`() {
    let notified = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { notified(1) }
    let end = {
      let canceler = Canceler([promise])
      return promise.map(on: nil) { number in
        canceler.touch()
        return number
      }.map(on: nil) { $0 }
    }()
    end.cancel()
    #expect(end.isCancelled && promise.isCancelled && notified.entries == [1])
  }

  @Test func `the deinit of a value may cancel the promise on which the value's chain depends`() {
    let log = Log<String>()
    let (other, producer) = Promise<Int>.pending()
    producer.onCancel { log("producer") }
    do {
      let promise = Promise.value(Canceler([other]))
      let derived = promise.then(on: nil) { [other] canceler in
        canceler.touch()
        return other.map(on: nil) { $0 }
      }
      #expect(derived.isPending && log.count == 0)
    }
    #expect(other.isCancelled && log.entries == ["producer"])
  }

  // MARK: Resolvers released in a deinit

  @Test func `the promises of a deallocated owner are abandoned`() {
    silently {
      let log = Log<Int>()
      let promises: [Promise<Int>]
      do {
        let pending = (0..<3).map { _ in Promise<Int>.pending() }
        promises = pending.map(\.promise)
        for (number, promise) in promises.enumerated() {
          promise.catch(on: nil) { error in
            if case PromiseError.abandoned = error { log(number) }
          }
        }
        let owner = Owner(pending.map(\.resolver))
        owner.touch()
        #expect(log.count == 0)
      }
      #expect(log.entries == [0, 1, 2])
    }
  }

  /// The only handler of one promise retains the resolver of the next and is released without running.
  @Test func `a promise is abandoned when the handler that retains its resolver is released`() {
    silently {
      let (promise, resolver) = Promise<Int>.pending()
      let (next, errors) = {
        let (next, nextResolver) = Promise<Int>.pending()
        promise.done(on: nil) { nextResolver.fulfill($0) }.catch(on: nil) { _ in }
        return (next, Log<String>())
      }()
      next.catch(on: nil) { errors("\($0 is PromiseError)") }
      resolver.reject(TestError.one)
      #expect(errors.entries == ["true"])
    }
  }

  /// A value that retains a resolver is retained by its promise, unless the promise had already settled.
  @Test func `a promise is abandoned when the value that retains its resolver is released`() {
    silently {
      let lifetime = Lifetime()
      let (outer, errors) = (Promise<Owner>.pending(), Log<Bool>())
      do {
        let object = lifetime.object()
        let (inner, innerResolver) = Promise<Int>.pending()
        inner.catch(on: nil) {
          object.touch()
          errors($0 is PromiseError)
        }
        outer.resolver.fulfill(Owner([innerResolver]))
      }
      #expect(errors.count == 0)
      // The promise is already settled, so this value is released immediately.
      do {
        let (inner, innerResolver) = Promise<Int>.pending()
        inner.catch(on: nil) { errors($0 is PromiseError) }
        outer.resolver.fulfill(Owner([innerResolver]))
      }
      #expect(errors.entries == [true] && lifetime.alive == 1 && outer.promise.isFulfilled)
    }
  }

  @Test func `the last resolver may be released while its promise is being canceled`() {
    let log = Log<String>()
    let lifetime = Lifetime()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let owner = Owner([resolver])
      let object = lifetime.object()
      // The handler retains its own resolver, so the promise is never abandoned. Cancellation releases the handler.
      resolver.onCancel {
        object.touch()
        owner.touch()
        log("producer")
      }
      promise.catch(on: nil, policy: .allErrors) { log("\($0 is CancellationError)") }
      promise.cancel()
    }
    #expect(log.entries == ["true", "producer"] && lifetime.alive == 0)
  }

  // MARK: Values that own many objects

  /// A linked list that releases its nodes iteratively.
  final class List: Sendable {
    final class Node: @unchecked Sendable {
      // Only the list changes this property, in its initializer and its `deinit`.
      var next: Node?
      let object: Lifetime.Object
      init(_ next: Node?, _ object: Lifetime.Object) {
        self.next = next
        self.object = object
      }
    }

    private let first: Node?

    init(_ count: Int, _ lifetime: Lifetime) {
      var node: Node?
      for _ in 0..<count { node = Node(node, lifetime.object()) }
      first = node
    }

    deinit {
      var node = first
      while let current = node {
        node = current.next
        current.next = nil
      }
    }
  }

  @Test func `a list of a million nodes is released by chains and combinators`() async {
    let lifetime = Lifetime()
    let count = many(1_000_000)
    await onSmallStack {
      let (promise, resolver) = Promise<List>.pending()
      let ends = (0..<10).map { _ in promise.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) } }
      let whole = when(fulfilled: ends)
      resolver.fulfill(List(count, lifetime))
      #expect(whole.isFulfilled && lifetime.alive == count)
      resolver.fulfill(List(10, lifetime))
      #expect(lifetime.alive == count)
    }
    #expect(lifetime.alive == 0)
  }

  /// The value owns 100,000 resolvers. The handlers of their promises retain objects.
  @Test func `releasing a value with 100,000 resolvers abandons their promises without recursion`() async {
    let lifetime = Lifetime()
    let count = many(100_000)
    let rejections = Crowd()
    await onSmallStack {
      silently {
        do {
          let outer = Promise<Owner>.pending()
          let pending = (0..<count).map { _ in Promise<Int>.pending() }
          for (promise, _) in pending {
            let object = lifetime.object()
            promise.catch(on: nil) { _ in
              object.touch()
              rejections.enter()
            }
          }
          outer.resolver.fulfill(Owner(pending.map(\.resolver)))
        }
      }
    }
    #expect(rejections.all == count && lifetime.alive == 0)
  }
}
