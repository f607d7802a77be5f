import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises that are deallocated while they settle: the last reference is released by a handler or by another thread.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DeallocationTests {
  private typealias Pending = (promise: Promise<Lifetime.Object>, resolver: Resolver<Lifetime.Object>)

  private let lifetime = Lifetime()

  @Test(arguments: ExecutorKind.allCases)
  func `a handler may release the last references to its own promise and resolver`(_ executor: ExecutorKind)
    async throws
  {
    let queue = executor.queue
    let log = Log<Int>()
    weak var promise: Promise<Lifetime.Object>?
    let handlers: [Promise<Void>]
    do {
      let pending = Box<Pending>(Promise<Lifetime.Object>.pending())
      promise = pending.content?.promise
      handlers = (0..<3).map { number in
        pending.content!.promise.done(on: queue) { object in
          object.touch()
          pending.content = nil
          log(number)
        }
      }
      pending.content?.resolver.fulfill(lifetime.object())
    }
    for handler in handlers { try await handler.get() }
    #expect(log.entries.sorted() == [0, 1, 2])
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    #expect(promise == nil && lifetime.alive == 0)
  }

  @Test func `a handler may release the promises of handlers that have not run yet`() {
    let log = Log<Int>()
    let derived = Box<[Promise<Int>]>([])
    let (promise, resolver) = Promise<Int>.pending()
    promise.done(on: nil) { _ in derived.content = nil }.cauterize()
    derived.content = (0..<3).map { number in
      promise.map(on: nil) { value in
        log(number)
        return value
      }
    }
    resolver.fulfill(1)
    #expect(log.entries == [0, 1, 2])
  }

  @Test func `an onCancel handler may release the promise that is being canceled`() {
    let log = Log<String>()
    weak var promise: Promise<Lifetime.Object>?
    do {
      let pending = Box<Pending>(Promise<Lifetime.Object>.pending())
      let object = lifetime.object()
      promise = pending.content?.promise
      pending.content?.promise.catch(on: nil, policy: .allErrors) { _ in log("handler") }
      pending.content?.resolver.onCancel {
        object.touch()
        pending.content = nil
        log("producer")
      }
      pending.content?.resolver.onCancel { log("second producer") }
      pending.content?.promise.cancel()
    }
    #expect(log.entries.sorted() == ["handler", "producer", "second producer"])
    #expect(promise == nil && lifetime.alive == 0)
  }

  /// One thread settles and releases the resolver while another thread releases the promise and its derived promise.
  @Test(arguments: ExecutorKind.allCases)
  func `a promise may be released on one thread while another thread settles it`(_ executor: ExecutorKind) async {
    let queue = executor.queue
    let ran = Crowd()
    let rounds = (0..<many(5000)).map { _ in
      let (promise, resolver) = Promise<Lifetime.Object>.pending()
      let derived = promise.map(on: queue) { object in
        ran.enter()
        return object
      }
      return (Box(promise), Box(derived), Box(resolver))
    }
    await elsewhere { [lifetime] in
      collide(rounds) { round in
        round.2.content?.fulfill(lifetime.object())
        round.2.content = nil
      } other: { round in
        round.0.content = nil
        round.1.content = nil
      }
    }
    if let queue { await queue.async(.promise, flags: .barrier) {}.get() }
    #expect(ran.all == rounds.count && lifetime.alive == 0)
  }

  /// One thread releases the resolver, which abandons the promise, while another releases the promises.
  @Test func `a promise may be released on one thread while another thread abandons it`() {
    let rejections = Crowd()
    let rounds = silently {
      (0..<many(5000)).map { _ in
        let (promise, resolver) = Promise<Lifetime.Object>.pending()
        let object = lifetime.object()
        let derived = promise.map(on: nil) { $0 }
        derived.catch(on: nil) { _ in
          object.touch()
          rejections.enter()
        }
        return (Box(promise), Box(derived), Box(resolver))
      }
    }
    collide(rounds) {
      $0.2.content = nil
    } other: { round in
      round.0.content = nil
      round.1.content = nil
    }
    #expect(rejections.all == rounds.count && lifetime.alive == 0)
  }
}

/// A strong reference that can be released from any thread.
private final class Box<Content: Sendable>: Sendable {
  private let storage: Lock<Content?>

  init(_ content: Content) { storage = Lock(content) }

  var content: Content? {
    get { storage.withLock { $0 } }
    set {
      let old = storage.withLock { content in
        defer { content = newValue }
        return content
      }
      withExtendedLifetime(old) {}  // released outside of the lock
    }
  }
}
