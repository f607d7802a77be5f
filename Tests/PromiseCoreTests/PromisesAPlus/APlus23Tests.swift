import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises/A+ 2.3.1, 2.3.2 and 2.3.4: resolving a promise with a promise of this library, or with a value that is not
/// a promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct APlus23Tests {
  // MARK: 2.3.1

  @Test(arguments: Settling.allCases)
  func `2.3.1: if promise and x refer to the same object, reject promise with a returnedSelf error`(
    _ settling: Settling
  ) async throws {
    for executor in [APlusExecutor.implicit, .queue] {
      let promises = Log<Promise<Int>>()
      // The closure runs on the executor of the handlers, so that the log has all promises before a handler runs.
      await executor.queue!.async(.promise) {
        settling.settle(.success(1)) { promises($0.then(on: executor.queue) { _ in promises.entries[0] }) }
        settling.settle(.failure(TestError.one)) {
          promises($0.recover(on: executor.queue) { _ in promises.entries[1] })
        }
      }.get()
      try await allPromisesSettled()
      #expect(promises.count == 2)
      for promise in promises.entries {
        guard case .returnedSelf? = promise.error as? PromiseError else {
          Issue.record("\(executor): \(String(describing: promise.result))")
          continue
        }
      }
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.3.1: x may be the promise on which then was called`(_ settling: Settling) async throws {
    let derived = settling.settle(.success(1)) { promise in promise.then { _ in promise } }
    try await allPromisesSettled()
    #expect(derived.value == 1)
  }

  // MARK: 2.3.2

  @Test(arguments: Resolution.allCases)
  func `2.3.2.1: if x is pending, promise must remain pending until x is fulfilled or rejected`(
    _ resolution: Resolution
  ) async throws {
    for executor in [APlusExecutor.queue, .inline] {
      let (x, resolver) = Promise<Int>.pending()
      let (failing, rejecter) = Promise<Int>.pending()
      let (guarantee, resolve) = Guarantee<Int>.pending()
      let promises = [
        resolution.resolve(with: x, on: executor.queue), resolution.resolve(with: failing, on: executor.queue),
        resolution.resolve(with: guarantee, on: executor.queue),
      ]
      await APlusExecutor.drained()
      #expect(promises.allSatisfy { $0.isPending }, "\(executor)")
      resolver.fulfill(1)
      rejecter.reject(TestError.one)
      resolve(2)
      try await allPromisesSettled()
      #expect(promises.map(\.value) == [1, nil, 2] && same(promises[1].error, TestError.one), "\(executor)")
    }
  }

  @Test(arguments: Resolution.allCases, Settling.allCases)
  func `2.3.2.2: when x is fulfilled, fulfill promise with the same value`(
    _ resolution: Resolution, _ settling: Settling
  ) async throws {
    let thing = Thing()
    let promises = [
      settling.settle(.success(thing)) { resolution.resolve(with: $0) },
      settling.settle(.success(thing)) { resolution.resolve(with: $0, on: APlusExecutor.queue.queue) },
      settling.fulfill(thing) { resolution.resolve(with: $0) },
      settling.fulfill(thing) { resolution.resolve(with: $0, on: APlusExecutor.queue.queue) },
      // The value passes through several promises.
      settling.settle(.success(thing)) { resolution.resolve(with: resolution.resolve(with: $0)) },
    ]
    try await allPromisesSettled()
    #expect(promises.allSatisfy { $0.value === thing })
  }

  @Test(arguments: Resolution.allCases, Settling.allCases)
  func `2.3.2.3: when x is rejected, reject promise with the same reason`(
    _ resolution: Resolution, _ settling: Settling
  ) async throws {
    for reason in reasons {
      let promises: [Promise<Int>] = [
        settling.settle(.failure(reason)) { resolution.resolve(with: $0) },
        settling.settle(.failure(reason)) { resolution.resolve(with: $0, on: APlusExecutor.queue.queue) },
        settling.settle(.failure(reason)) { resolution.resolve(with: resolution.resolve(with: $0)) },
      ]
      try await allPromisesSettled()
      #expect(promises.allSatisfy { same($0.error, reason) }, "\(reason)")
    }
  }

  @Test(arguments: Settling.allCases)
  func `2.3.2: a guarantee adopts the state of the guarantee that its handler returns`(
    _ settling: Settling
  ) async throws {
    let (pending, resolve) = Guarantee<Int>.pending()
    let waiting = Guarantee.value(0).then(on: nil) { _ in pending }
    let guarantee = settling.fulfill(1) { x in Guarantee.value(0).then { _ in x } }
    await APlusExecutor.drained()
    #expect(waiting.isPending)
    resolve(2)
    try await allPromisesSettled()
    #expect(guarantee.value == 1 && waiting.value == 2)
  }

  // MARK: 2.3.4

  /// Returns the outcomes of handlers that return `value`, one for each kind of handler.
  private func outcomes<Value: Sendable>(_ value: Value) async throws -> [Value?] {
    let promises = [
      Promise.value(0).map { _ -> Value in value }, Promise.value(0).map(on: nil) { _ -> Value in value },
      Promise<Value>(error: TestError.one).recover { _ in Promise.value(value) },
      Promise<Value>(error: TestError.one).recover(on: nil) { _ in Promise.value(value) },
    ]
    let guarantee = Guarantee.value(0).map { _ -> Value in value }
    try await allPromisesSettled()
    return promises.map(\.value) + [guarantee.value]
  }

  @Test func `2.3.4: if x is not a thenable, fulfill promise with x`() async throws {
    #expect(try await outcomes(1).allSatisfy { $0 == 1 })
    #expect(try await outcomes("text").allSatisfy { $0 == "text" })
    #expect(try await outcomes([1: [true]]).allSatisfy { $0 == [1: [true]] })
    #expect(try await outcomes((1, "a")).allSatisfy { $0 ?? (0, "") == (1, "a") })
    #expect(try await outcomes(Int.self as any Sendable.Type).allSatisfy { $0 == Int.self })
    #expect(try await outcomes({ @Sendable in 3 }).allSatisfy { $0?() == 3 })
    #expect(try await outcomes(()).allSatisfy { $0 != nil })
  }

  @Test func `2.3.4: if x is nil, fulfill promise with nil`() async throws {
    #expect(try await outcomes(nil as Int?).allSatisfy { $0 == .some(nil) })
  }

  @Test func `2.3.4: if x is an error or a result, returned rather than thrown, fulfill promise with x`() async throws {
    #expect(try await outcomes(TestError.one).allSatisfy { $0 == .one })
    #expect(try await outcomes(TestError.one as any Error).allSatisfy { same($0, TestError.one) })
    #expect(try await outcomes(Result<Int, TestError>.failure(.one)).allSatisfy { $0 == .failure(.one) })
  }

  @Test func `2.3.4: if x contains promises but its static type is not a promise, fulfill promise with x`() async {
    let (pending, resolver) = Promise<Int>.pending()
    let promise = pending
    let values = Promise.value(0).map { _ -> [Promise<Int>] in [promise] }
    let optional = Promise.value(0).map { _ -> Promise<Int>? in promise }
    let erased = Promise.value(0).map { _ -> any Sendable in promise }
    await APlusExecutor.drained()
    #expect(values.value?.first === promise && optional.value as? Promise<Int> === promise)
    #expect(erased.value as? Promise<Int> === promise)
    resolver.fulfill(1)
  }
}
