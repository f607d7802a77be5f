import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises of promises. `then` and similar operators adopt the promise that a handler returns, one level deep. All
/// other operators treat a promise as an ordinary value.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenNestedPromiseTests {
  private let inner = Promise<Int>.pending()

  @Test func `map does not adopt the promise that its handler returns`() async throws {
    let nested = Promise.value(1).map(on: nil) { [inner] _ in inner.promise }
    #expect(nested.value === inner.promise)
    #expect(try await nested.get() === inner.promise)
    inner.resolver.fulfill(1)
  }

  @Test func `then adopts one level of nesting`() async throws {
    let flat = Promise.value(1).then(on: nil) { [inner] _ in inner.promise }
    let nested = Promise.value(1).then(on: nil) { [inner] _ in Promise.value(inner.promise) }
    #expect(flat.isPending)
    #expect(nested.value === inner.promise)
    inner.resolver.fulfill(2)
    #expect(try await flat.get() == 2)
    #expect(try await nested.then(on: nil) { $0 }.get() == 2)
  }

  @Test func `operators that only observe pass a promise through as a value`() {
    let log = Log<Bool>()
    let nested = Promise.value(inner.promise)
    let end = nested.get(on: nil) { [inner] in log($0 === inner.promise) }
      .tap(on: nil) { [inner] in log((try? $0.get()) === inner.promise) }
      .ensure(on: nil) { log(true) }
      .recover(on: nil) { [inner] _ in Promise.value(inner.promise) }
      .validate(on: nil) { $0.isPending }
      .compactMap(on: nil) { Optional($0) }
    #expect(end.value === inner.promise && log.entries == [true, true, true])
    inner.resolver.fulfill(1)
  }

  @Test func `a rejected promise can be a value`() async {
    let log = Log<String>()
    let nested = Promise.value(inner.promise)
    inner.resolver.reject(TestError.one)
    nested.done(on: nil) { log("value: \($0.isRejected)") }.catch(on: nil) { _ in log("error") }
    #expect(nested.isFulfilled && log.entries == ["value: true"])
    await #expect(throws: TestError.one) { try await nested.then(on: nil) { $0 }.get() }
  }

  @Test func `combinators wait only for the outer promises`() throws {
    let (outer, resolver) = Promise<Promise<Int>>.pending()
    let inputs = [outer, Promise.value(inner.promise)]
    let all = when(fulfilled: inputs)
    let resolved = when(resolved: inputs)
    let pair = when(fulfilled: inputs[0], inputs[1])
    let first = race(inputs)
    #expect(first.value === inner.promise)
    #expect(all.isPending && resolved.isPending && pair.isPending)
    resolver.fulfill(inner.promise)
    #expect(all.value?.allSatisfy { $0 === inner.promise } == true)
    #expect(resolved.value?.allSatisfy { (try? $0.get()) === inner.promise } == true)
    #expect(pair.value?.0 === inner.promise && pair.value?.1 === inner.promise)
    inner.resolver.fulfill(1)
  }

  @Test func `map keeps a collection of promises and thenMap adopts its promises`() async throws {
    let values = Promise.value([1, 2])
    let mapped = values.map(on: nil) { [inner] in $0.map { _ in inner.promise } }
    let followed = values.thenMap(on: nil) { [inner] _ in inner.promise }
    #expect(mapped.value?.count == 2)
    #expect(followed.isPending)
    let reduced = Promise.value(inner.promise).reduce(on: nil, [1, 2]) { before, _ in Promise.value(before) }
    #expect(reduced.value === inner.promise)
    inner.resolver.fulfill(3)
    #expect(try await followed.get() == [3, 3])
  }

  @Test func `timeout and delay apply to the outer promise`() async throws {
    let nested = Promise.value(inner.promise)
    #expect(try await nested.timeout(seconds: 0).get() === inner.promise)
    #expect(try await nested.delay(seconds: 0).get() === inner.promise)
    #expect(try await nested.get(timeout: 0) === inner.promise)
    inner.resolver.fulfill(1)
  }

  @Test func `initializers and firstly adopt only the outer promise`() {
    let nested = Promise.value(inner.promise)
    let follower: Promise<Promise<Int>> = Promise(nested)
    let first: Promise<Promise<Int>> = firstly { nested }
    #expect(follower.value === inner.promise && first.value === inner.promise)
    let (promise, resolver) = Promise<Promise<Int>>.pending()
    resolver.fulfill(inner.promise)
    #expect(promise.value === inner.promise)
    inner.resolver.fulfill(1)
  }

  @Test func `canceling the outer promise does not cancel the inner promise`() {
    let (outer, resolver) = Promise<Promise<Int>>.pending()
    let flat = Promise.value(1).then(on: nil) { [inner] _ in inner.promise.map(on: nil) { $0 } }
    let mapped = Promise.value(1).map(on: nil) { [inner] _ in inner.promise }
    outer.cancel()
    mapped.cancel()
    resolver.fulfill(inner.promise)
    #expect(outer.isCancelled && mapped.isFulfilled && inner.promise.isPending)
    flat.cancel()
    #expect(inner.promise.isCancelled && inner.resolver.isCancelled)
  }

  @Test func `map and then of guarantees treat nested guarantees like nested promises`() async {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let mapped = Guarantee.value(1).map(on: nil) { _ in guarantee }
    let followed = Guarantee.value(1).then(on: nil) { _ in guarantee }
    let nested = Guarantee.value(1).then(on: nil) { _ in Guarantee.value(guarantee) }
    #expect(mapped.value === guarantee && nested.value === guarantee && followed.isPending)
    resolve(2)
    #expect(await followed.get() == 2)
    #expect(await mapped.get().get() == 2)
    inner.resolver.fulfill(1)
  }

  @Test func `deeply nested promises are released`() {
    let lifetime = Lifetime()
    do {
      let core = Promise.value(lifetime.object())
      let nested = Promise.value(Promise.value(Promise.value(core)))
      let flat = nested.then(on: nil) { $0 }.then(on: nil) { $0 }.then(on: nil) { $0 }
      #expect(flat.isFulfilled && lifetime.alive == 1)
    }
    #expect(lifetime.alive == 0)
    inner.resolver.fulfill(1)
  }
}
