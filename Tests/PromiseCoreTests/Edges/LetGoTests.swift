import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Cancelling from within a `deinit`, resolvers that go in one, and values that have much to let go of.
@Suite(.promises(timeLimit: .seconds(280))) struct LetGoTests {
  /// Cancels a promise when it goes, as a controller does that nobody looks at any more.
  final class Canceller: Sendable {
    let promises: [Promise<Int>]
    init(_ promises: [Promise<Int>]) { self.promises = promises }
    deinit { for promise in promises { promise.cancel() } }
    func touch() {}
  }

  /// Lets go of resolvers when it goes.
  final class Owner: Sendable {
    let resolvers: [Resolver<Int>]
    init(_ resolvers: [Resolver<Int>]) { self.resolvers = resolvers }
    func touch() {}
  }

  // MARK: Cancelling in a deinit

  @Test func whatAnObjectCancelsWhenItGoes() {
    let log = Log<String>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { log("producer") }
    do {
      let canceller = Canceller([promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 }])
      canceller.touch()
      #expect(promise.isPending)
    }
    #expect(promise.isCancelled && log.entries == ["producer"])
  }

  @Test(arguments: HandlerPlace.allCases) func aHandlerThatIsReleasedWhenItHasRun(_ place: HandlerPlace) async throws {
    let queue = place.queue
    let (promise, resolver) = Promise<Int>.pending()
    let (other, producer) = Promise<Int>.pending()
    let handler = {
      let canceller = Canceller([other, promise])
      return promise.map(on: queue) { number in
        canceller.touch()
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

  /// A cancelled handler goes, and cancels the promise that it was attached to, which is just being cancelled.
  @Test func aHandlerThatIsReleasedByCancellation() {
    let told = Log<Int>()
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { told(1) }
    let end = {
      let canceller = Canceller([promise])
      return promise.map(on: nil) { number in
        canceller.touch()
        return number
      }.map(on: nil) { $0 }
    }()
    end.cancel()
    #expect(end.isCancelled && promise.isCancelled && told.entries == [1])
  }

  @Test func aValueThatCancelsWhatWasMadeOfIt() {
    let log = Log<String>()
    let (other, producer) = Promise<Int>.pending()
    producer.onCancel { log("producer") }
    do {
      let promise = Promise.value(Canceller([other]))
      let derived = promise.then(on: nil) { [other] canceller in
        canceller.touch()
        return other.map(on: nil) { $0 }
      }
      #expect(derived.isPending && log.count == 0)
    }
    #expect(other.isCancelled && log.entries == ["producer"])
  }

  // MARK: Resolvers that go in a deinit

  @Test func thePromisesOfAnObjectThatGoes() {
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

  /// The only handler of one promise holds the resolver of the next, and goes without having run.
  @Test func aResolverThatGoesWithAHandler() {
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

  /// A value that holds a resolver keeps it as long as the promise of that value is there, unless it comes too late.
  @Test func aResolverThatGoesWithAValue() {
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
      // This one comes too late, and goes at once.
      do {
        let (inner, innerResolver) = Promise<Int>.pending()
        inner.catch(on: nil) { errors($0 is PromiseError) }
        outer.resolver.fulfill(Owner([innerResolver]))
      }
      #expect(errors.entries == [true] && lifetime.alive == 1 && outer.promise.isFulfilled)
    }
  }

  @Test func theLastResolverGoesWhileItsPromiseIsCancelled() {
    let log = Log<String>()
    let lifetime = Lifetime()
    do {
      let (promise, resolver) = Promise<Int>.pending()
      let owner = Owner([resolver])
      let object = lifetime.object()
      // It holds its own resolver, so it is never abandoned; cancellation lets go of it.
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

  // MARK: Values that have much to let go of

  /// A long list, which lets go of its nodes one after the other.
  final class List: Sendable {
    final class Node: @unchecked Sendable {
      // Changed by its list alone: when that is made, and when it goes.
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

  @Test func aListOfAMillion() async {
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

  /// A value with 100,000 promises, each of which has something to let go of.
  @Test func aValueOfManyPendingPromises() async {
    let lifetime = Lifetime()
    let count = many(100_000)
    let heard = Crowd()
    await onSmallStack {
      silently {
        do {
          let outer = Promise<Owner>.pending()
          let pending = (0..<count).map { _ in Promise<Int>.pending() }
          for (promise, _) in pending {
            let object = lifetime.object()
            promise.catch(on: nil) { _ in
              object.touch()
              heard.enter()
            }
          }
          outer.resolver.fulfill(Owner(pending.map(\.resolver)))
        }
      }
    }
    #expect(heard.all == count && lifetime.alive == 0)
  }
}
