// Forms: queue, flags

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A closure without `await` is never taken for an `async` function: it runs where all handlers run.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct SyncClosureTests {
  private let here = MarkedQueue()

  @Test(arguments: SyncClosure.allCases) func `a closure without await runs on the default queue`(
    _ closure: SyncClosure
  ) async throws {
    let calls = Log<Bool>()
    let promise = withPromiseQueue(here.queue) { closure.pass(on: nil) { [here] in calls(here.isCurrent) } }
    _ = await promise.getResult()
    #expect(!calls.entries.isEmpty && calls.entries.allSatisfy { $0 })
  }

  @Test @MainActor func `a closure of the main actor without await runs on the main queue`() async throws {
    for closure in SyncClosure.allCases {
      let calls = Log<Bool>()
      let promise = closure.pass(on: MainActor.shared) { calls(isOnMainQueue) }
      _ = await promise.getResult()
      #expect(!calls.entries.isEmpty && calls.entries.allSatisfy { $0 }, "\(closure)")
    }
  }

  @Test func `a closure without await runs on the queue that is passed`() async throws {
    let queue = here.queue
    let calls = Log<Bool>()
    let use = { @Sendable [here] in calls(here.isCurrent) }
    let failing = Promise<Int>(error: TestError.one)
    let (one, list) = (Promise.value(1), Promise.value([1]))
    let promises: [Promise<Void>] = [
      failing.recover(on: queue) { _ in noted(use) }.asVoid(),
      failing.recover(on: queue, flags: .barrier) { _ in noted(use) }.asVoid(),
      failing.recover(only: TestError.self, on: queue) { _ in noted(use) }.asVoid(),
      failing.recover(only: TestError.self, on: queue, flags: .barrier) { _ in noted(use) }.asVoid(),
      one.reduce(on: queue, [2]) { sum, item in sum + item + noted(use) }.asVoid(),
      Guarantee.value(1).reduce(on: queue, [2]) { sum, item in sum + item + noted(use) }.asVoid(),
      list.thenMap(on: queue) { $0 + noted(use) }.asVoid(),
      list.thenMap(on: queue, flags: .barrier) { $0 + noted(use) }.asVoid(),
      Guarantee.value([1]).thenMap(on: queue) { $0 + noted(use) }.asVoid(),
      Guarantee.value([1]).thenMap(on: queue, flags: .barrier) { $0 + noted(use) }.asVoid(),
      retry(on: queue, attempts: 0) { noted(use) }.asVoid(),
      until(on: queue) { noted(use) == 0 },
    ]
    for promise in promises { try await promise.get() }
    #expect(calls.entries == promises.map { _ in true })
  }

  @Test func `the forms for values give the values of their closures`() async throws {
    let failing = Promise<Int>(error: TestError.one)
    #expect(failing.recover(on: nil) { _ in 2 }.value == 2)
    #expect(failing.recover(on: nil) { _ in throw TestError.two }.error as? TestError == .two)
    #expect(failing.recover(only: TestError.self, on: nil) { _ in 2 }.value == 2)
    let canceled = Promise<Int>(error: CancellationError())
    #expect(canceled.recover(on: nil) { _ in 2 }.isCancelled)
    #expect(canceled.recover(on: nil, policy: .allErrors) { _ in 2 }.value == 2)
    #expect(Promise.value(1).reduce(on: nil, [2, 3]) { $0 + $1 }.value == 6)
    #expect(Promise.value(1).reduce(on: nil, [Int]()) { $0 + $1 }.value == 1)
    #expect(Promise.value(1).reduce(on: nil, 1...100_000) { $0 + $1 }.value == 5_000_050_001)
    #expect(Promise.value([1, 2]).thenMap(on: nil) { $0 + 1 }.value == [2, 3])
    #expect(Promise.value(["a", "bc"]).thenMap(on: nil, \.count).value == [1, 2])
    let counts = [Promise.value(["a", "bc"]).thenMap(\.count), Guarantee.value(["a", "bc"]).thenMap(\.count)]
    for count in counts { try await #expect(count.get() == [1, 2]) }
    let thrown = Promise.value([1, 2]).thenMap(on: nil) { number -> Int in
      if number > 1 { throw TestError.one }
      return number
    }
    #expect(thrown.error as? TestError == .one)
    let attempts = Log<Int>()
    let retried = retry(on: nil, attempts: 2, delay: 0) { () -> Int in
      attempts(1)
      if attempts.count < 3 { throw TestError.one }
      return attempts.count
    }
    #expect(try await retried.get() == 3)
    let calls = Log<Int>()
    let polled = until(on: nil) { () -> Bool in
      calls(1)
      return calls.count == 3
    }
    try await polled.get()
    #expect(calls.count == 3)
  }

  /// Each call compiles, although a closure that only throws fits the forms for promises and those for values.
  @Test func `a closure that only throws rejects the promise`() async throws {
    let (one, list, failing) = (Promise.value(1), Promise.value([1]), Promise<Int>(error: TestError.one))
    let queue = here.queue
    let rejected: [Promise<Void>] = [
      failing.recover { _ in throw TestError.two }.asVoid(),
      failing.recover { _ in
        note()
        throw TestError.two
      }.asVoid(),
      failing.recover(policy: .allErrors) { _ in throw TestError.two }.asVoid(),
      failing.recover(on: queue) { _ in throw TestError.two }.asVoid(),
      failing.recover(on: queue, flags: .barrier) { _ in throw TestError.two }.asVoid(),
      failing.recover(only: TestError.self) { _ in throw TestError.two }.asVoid(),
      failing.recover(only: TestError.self, on: queue) { _ in throw TestError.two }.asVoid(),
      failing.asVoid().recover { _ in throw TestError.two },
      failing.asVoid().recover(on: queue) { _ in
        note()
        throw TestError.two
      },
      one.reduce([1]) { _, _ in throw TestError.two }.asVoid(),
      one.reduce(on: queue, [1]) { _, _ in throw TestError.two }.asVoid(),
      Guarantee.value(1).reduce([1]) { _, _ in throw TestError.two }.asVoid(),
      list.thenMap { _ -> Int in throw TestError.two }.asVoid(),
      Guarantee.value([1]).thenMap(on: queue) { _ -> Int in throw TestError.two }.asVoid(),
      until { throw TestError.two },
      until(on: queue) {
        note()
        throw TestError.two
      },
    ]
    for promise in rejected { await #expect(throws: TestError.two) { try await promise.get() } }
    let retried: Promise<Int> = retry(attempts: 1, delay: 0) { throw TestError.two }
    await #expect(throws: TestError.two) { try await retried.get() }
  }
}

private func note() {}

private func noted(_ use: () -> Void) -> Int {
  use()
  return 0
}

private func failing() -> Promise<Int> { Promise(error: TestError.one) }

/// A call of an operator with a closure that does not await, although the operator also takes `async` functions.
enum SyncClosure: CaseIterable {
  case map, compactMap, done, get, ensure, validate, `catch`, thenMap, reduce, retry, until
  case recover, recoverThrowing, recoverToNothing, recoverOnly
  case mapOfGuarantee, doneOfGuarantee, getOfGuarantee, ensureOfGuarantee, thenMapOfGuarantee, reduceOfGuarantee

  /// Calls the operator with a closure that is isolated to an actor, or not isolated.
  func pass(on actor: isolated (any Actor)?, _ use: @escaping @Sendable () -> Void) -> Promise<Void> {
    let (one, list) = (Promise.value(1), Promise.value([1]))
    let guarantee = Guarantee.value(1)
    return switch self {
    case .map: one.map { $0 + noted(use) }.asVoid()
    case .compactMap: one.compactMap { Optional($0 + noted(use)) }.asVoid()
    case .done: one.done { _ in use() }
    case .get: one.get { _ in use() }.asVoid()
    case .ensure: one.ensure { use() }.asVoid()
    case .validate: one.validate { $0 > noted(use) }.asVoid()
    case .catch: failing().catch { _ in use() }.asVoid()
    case .thenMap: list.thenMap { $0 + noted(use) }.asVoid()
    case .reduce: one.reduce([2]) { $0 + $1 + noted(use) }.asVoid()
    case .retry: PromiseCore.retry(attempts: 0) { noted(use) }.asVoid()
    case .until: PromiseCore.until { noted(use) == 0 }
    case .recover: failing().recover { _ in noted(use) }.asVoid()
    case .recoverThrowing:
      failing().recover { error in
        guard error is TestError else { throw error }
        return noted(use)
      }.asVoid()
    case .recoverToNothing: failing().asVoid().recover { _ in use() }
    case .recoverOnly: failing().recover(only: TestError.self) { _ in noted(use) }.asVoid()
    case .mapOfGuarantee: guarantee.map { $0 + noted(use) }.promise.asVoid()
    case .doneOfGuarantee: guarantee.done { _ in use() }.promise
    case .getOfGuarantee: guarantee.get { _ in use() }.promise.asVoid()
    case .ensureOfGuarantee: guarantee.ensure { use() }.promise.asVoid()
    case .thenMapOfGuarantee: Guarantee.value([1]).thenMap { $0 + noted(use) }.asVoid()
    case .reduceOfGuarantee: guarantee.reduce([2]) { $0 + $1 + noted(use) }.asVoid()
    }
  }
}
