import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Ways to create a promise or a guarantee that `CreationTests` does not cover.
@Suite(.promises(timeLimit: .testLimit)) struct SettledPromiseTests {
  // MARK: Values and wrapped promises

  @Test func `a promise can be created from a value, a promise, or a guarantee`() {
    #expect(Promise.value(1).value == 1)
    let text: Promise<String> = Promise.value("text")
    #expect(text.value == "text")
    let promise: Promise<Int> = Promise(Promise.value(2))
    let guarantee: Promise<Int> = Promise(Guarantee.value(3))
    #expect(promise.value == 2 && guarantee.value == 3)
  }

  @Test func `wrapping a promise or a guarantee does not nest promises`() {
    let promise = Promise(Promise.value(1))
    let guarantee = Promise(Guarantee.value(2))
    let number: Int? = promise.value
    #expect(number == 1 && guarantee.map(on: nil) { $0 + 1 }.value == 3)
  }

  @Test func `an error used as a value fulfills the promise`() {
    #expect(Promise.value(TestError.one).value == .one)
    #expect(Promise.value(1).map(on: nil) { _ in TestError.two }.value == .two)
  }

  @Test func `Void promises and guarantees created without a value are fulfilled`() {
    #expect(Promise<Void>().isFulfilled && Guarantee<Void>().isFulfilled)
  }

  @Test func `a promise that wraps another adopts its outcome, and cancels it when canceled`() {
    let (first, resolver) = Promise<Int>.pending()
    let second: Promise<Int> = Promise(first)
    #expect(second.isPending)
    resolver.reject(TestError.one)
    #expect(second.error as? TestError == .one)
    let (third, producer) = Promise<Int>.pending()
    Promise(third).cancel()
    #expect(producer.isCancelled)
  }

  // MARK: Guarantees

  @Test func `the closure of a guarantee runs immediately, and only its first call takes effect`() {
    let log = Log<String>()
    let guarantee = Guarantee<Int> { seal in
      log("inside")
      seal(1)
      seal(2)
    }
    log("outside")
    #expect(guarantee.value == 1 && log.entries == ["inside", "outside"])
    #expect(Guarantee<Int>(resolver: { seal in seal(3) }).value == 3)
  }

  @Test func `a guarantee can be fulfilled later on another thread`() async {
    let queue = DispatchQueue(label: "SettledPromiseTests")
    let guarantee = Guarantee<Int> { seal in queue.async { seal(1) } }
    #expect(await guarantee.get() == 1)
  }

  @Test func `only the first of many threads fulfills a guarantee`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    DispatchQueue.concurrentPerform(iterations: 50) { seal($0) }
    let first = guarantee.value
    seal(-1)
    #expect(first != nil && guarantee.value == first && first != -1)
  }

  // MARK: Resolvers

  @Test func `a resolver provides its promise`() {
    let (promise, resolver) = Promise<Int>.pending()
    #expect(resolver.promise === promise)
    resolver.fulfill(1)
    let log = Log<Promise<Int>>()
    let created = Promise<Int> { resolver in
      log(resolver.promise)
      resolver.fulfill(1)
    }
    #expect(log.entries[0] === created)
  }

  @Test func `a resolver accepts a result with a typed error`() {
    let (first, one) = Promise<Int>.pending()
    one.resolve(Result<Int, TestError>.success(1))
    let (second, two) = Promise<Int>.pending()
    two.resolve(Result<Int, TestError>.failure(.two))
    #expect(first.value == 1 && second.error as? TestError == .two)
  }

  @Test func `a resolver that receives both a value and an error rejects the promise`() {
    let settle: [(Resolver<Int>) -> Void] = [
      { $0.resolve(1, TestError.one) }, { $0.resolve(1 as Int?, TestError.one) }, { $0.resolve(TestError.one, 1) },
    ]
    for settle in settle {
      let (promise, resolver) = Promise<Int>.pending()
      settle(resolver)
      #expect(promise.error as? TestError == .one)
    }
  }

  @Test func `a resolver of an optional accepts nil as a value`() {
    let (promise, resolver) = Promise<Int?>.pending()
    resolver.fulfill(nil)
    #expect(promise.value == .some(nil))
  }

  // MARK: firstly

  @Test func `firstly runs its body immediately, and returns a guarantee for a guarantee`() {
    let log = Log<String>()
    let guarantee: Guarantee<Int> = firstly {
      log("ran")
      return Guarantee.value(1)
    }
    #expect(guarantee.value == 1 && log.entries == ["ran"])
    let promise: Promise<Int> = firstly { Promise.value(2) }
    #expect(promise.value == 2)
    let foreign: Promise<Int> = firstly { ForeignPromise(.success(3)) }
    #expect(foreign.value == 3)
    let throwing: Promise<Int> = firstly { () throws -> Guarantee<Int> in throw TestError.one }
    #expect(throwing.error as? TestError == .one)
  }

  @Test func `canceling a chain that begins with firstly cancels the promise of its body`() {
    let (promise, resolver) = Promise<Int>.pending()
    firstly { promise }.map(on: nil) { $0 }.cancel()
    #expect(resolver.isCancelled)
  }

  // MARK: Queues

  @Test func `work on a queue belongs to its dispatch group`() async {
    let queue = DispatchQueue(label: "SettledPromiseTests.group", attributes: .initiallyInactive)
    let group = DispatchGroup()
    let guarantee: Guarantee<Int> = queue.async(.promise, group: group) { 1 }
    let promise: Promise<Int> = queue.async(.promise, group: group) { () throws -> Int in 2 }
    let isUnfinished = { group.wait(timeout: .now()) == .timedOut }
    #expect(isUnfinished())
    queue.activate()
    let values = await withCheckedContinuation { continuation in
      group.notify(queue: queue) { continuation.resume(returning: [guarantee.value, promise.value]) }
    }
    #expect(values == [1, 2])
  }

  @Test func `work on a queue respects its flags`() async throws {
    let queue = DispatchQueue(label: "SettledPromiseTests.flags", attributes: .concurrent)
    await queue.async(.promise, flags: .barrier) { dispatchPrecondition(condition: .onQueueAsBarrier(queue)) }.get()
    let promise = queue.async(.promise, flags: .barrier) { () throws -> Int in
      dispatchPrecondition(condition: .onQueueAsBarrier(queue))
      return 1
    }
    #expect(try await promise.get() == 1)
  }
}
