import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.2.7: the promise that `then` returns, *promise2* in the specification.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct APlus227Tests {
  /// Returns the derived promise of each operator that takes a handler of values, with `body` as the handler.
  static func onFulfilled(
    _ promise: Promise<Thing>, _ body: @escaping @Sendable (Thing) throws -> Thing
  ) -> [Promise<Thing>] {
    let returned = Log<Thing>()
    let done = promise.done { returned(try body($0)) }
    return [
      promise.then { Promise.value(try body($0)) }, promise.then(on: nil) { Guarantee.value(try body($0)) },
      promise.map { try body($0) }, promise.map(on: nil) { try body($0) },
      promise.get { _ = try body($0) }, promise.get(on: nil) { _ = try body($0) },
      done.map(on: nil) { returned.entries[0] },
    ]
  }

  /// Returns the derived promise of each operator that takes a handler of errors, with `body` as the handler.
  static func onRejected(
    _ promise: Promise<Thing>, _ body: @escaping @Sendable (any Error) throws -> Thing
  ) -> [Promise<Thing>] {
    [
      promise.recover(policy: .allErrors) { Promise.value(try body($0)) },
      promise.recover(on: nil, policy: .allErrors) { Guarantee.value(try body($0)) },
    ]
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7: then must return a new promise, not the promise on which it is called`(
    _ settling: Settling
  ) async throws {
    let thing = Thing()
    settling.settle(.success(thing)) { promise in
      let derived =
        Self.onFulfilled(promise) { $0 } + Self.onRejected(promise) { _ in thing } + [promise.catch { _ in }]
      #expect(Set((derived + [promise]).map(ObjectIdentifier.init)).count == derived.count + 1)
    }
    try await allPromisesSettled()
  }

  // MARK: 2.2.7.1

  @Test(arguments: Settling.allCases)
  func `2.2.7.1: if onFulfilled returns a value x, run [[Resolve]](promise2, x)`(_ settling: Settling) async throws {
    let x = Thing()
    let derived = settling.settle(.success(x)) { promise in Self.onFulfilled(promise) { _ in x } }
    try await allPromisesSettled()
    #expect(derived.allSatisfy { $0.value === x })
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.1: if onRejected returns a value x, run [[Resolve]](promise2, x)`(_ settling: Settling) async throws {
    let x = Thing()
    for reason in reasons {
      let derived = settling.settle(.failure(reason)) { promise in Self.onRejected(promise) { _ in x } }
      let guarantee: Guarantee<Thing> = settling.settle(.failure(reason)) { promise in
        promise.recover { _ in Guarantee.value(x) }
      }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { $0.value === x } && guarantee.value === x, "\(reason)")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.1: promise2 has the value that the handler returned, not the value passed to it`(
    _ settling: Settling
  ) async throws {
    let derived = settling.settle(.success(1)) { promise in
      let value = promise.map { "\($0 + 1)" }
      let adopted = promise.then { Promise.value("\($0 + 1)") }
      return [value, adopted, promise.map(on: nil) { "\($0 + 1)" }]
    }
    let nothing = settling.settle(.success(1)) { promise in promise.get { _ in } }
    try await allPromisesSettled()
    #expect(derived.map(\.value) == ["2", "2", "2"])
    // The handler of `get` returns nothing, so the derived promise keeps the original value.
    #expect(nothing.value == 1)
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.1: the value that a guarantee's handler returns fulfills the derived guarantee`(
    _ settling: Settling
  ) async throws {
    let derived = settling.fulfill(1) { guarantee in
      let adopted: Guarantee<Int> = guarantee.then { Guarantee.value($0 + 1) }
      let mapped: Guarantee<Int> = guarantee.map { $0 + 3 }
      return [adopted, mapped, guarantee.get { _ in }]
    }
    try await allPromisesSettled()
    #expect(derived.map(\.value) == [2, 4, 1])
  }

  // MARK: 2.2.7.2

  @Test(arguments: Settling.allCases)
  func `2.2.7.2: if onFulfilled throws e, promise2 must be rejected with e as the reason`(
    _ settling: Settling
  ) async throws {
    for reason in reasons {
      let derived = settling.settle(.success(Thing())) { promise in Self.onFulfilled(promise) { _ in throw reason } }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.2: if onRejected throws e, promise2 must be rejected with e as the reason`(
    _ settling: Settling
  ) async throws {
    for reason in reasons {
      let derived = settling.settle(.failure(TestError.two)) { promise in
        Self.onRejected(promise) { _ in throw reason }
      }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.2: if onRejected rethrows its reason, promise2 must be rejected with that reason`(
    _ settling: Settling
  ) async throws {
    for reason in reasons {
      let derived = settling.settle(.failure(reason)) { promise in Self.onRejected(promise) { throw $0 } }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
  }

  // MARK: 2.2.7.3, 2.2.7.4

  @Test(arguments: Settling.allCases)
  func `2.2.7.3: without onFulfilled, and if promise1 is fulfilled, promise2 must be fulfilled with the same value`(
    _ settling: Settling
  ) async throws {
    let thing = Thing()
    let calls = Log<String>()
    let handler = { @Sendable (error: any Error) -> Thing in
      calls("\(error)")
      return Thing()
    }
    let derived = settling.settle(.success(thing)) { promise in
      Self.onRejected(promise, handler) + Self.onRejected(Self.onRejected(promise, handler)[0], handler)
        + [promise.catch { calls("\($0)") }, promise.catch(on: nil, policy: .allErrors) { calls("\($0)") }]
    }
    let guarantee: Guarantee<Thing> = settling.settle(.success(thing)) { promise in
      promise.recover { Guarantee.value(handler($0)) }
    }
    try await allPromisesSettled()
    #expect(derived.allSatisfy { $0.value === thing } && guarantee.value === thing)
    #expect(calls.entries == [])
  }

  @Test(.promises(unhandled: .ignore), arguments: Settling.allCases)
  func `2.2.7.4: without onRejected, and if promise1 is rejected, promise2 must be rejected with the same reason`(
    _ settling: Settling
  ) async throws {
    let calls = Log<String>()
    let handler = { @Sendable (thing: Thing) -> Thing in
      calls("\(thing)")
      return thing
    }
    for reason in reasons {
      let derived = settling.settle(.failure(reason)) { promise in
        Self.onFulfilled(promise, handler) + Self.onFulfilled(Self.onFulfilled(promise, handler)[0], handler)
      }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
    #expect(calls.entries == [])
  }

  @Test(arguments: Settling.allCases)
  func `2.2.7.4: catch does not count as onRejected: its promise2 is rejected with the same reason`(
    _ settling: Settling
  ) async throws {
    for reason in reasons {
      let derived = settling.settle(.failure(reason)) { (promise: Promise<Thing>) in
        [promise.catch { _ in }, promise.catch(policy: .allErrors) { _ in }.catch(on: nil) { _ in }]
      }
      try await allPromisesSettled()
      #expect(derived.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
  }
}
