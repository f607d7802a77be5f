import Dispatch
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

/// What a model shows, and what becomes of the promises that it loads.
@MainActor @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseModelTests {
  private let model = PromiseModel<Int>()

  /// What a model shows, for comparisons.
  private func shown(by model: PromiseModel<Int>) -> String {
    let phase =
      switch model.phase {
      case .idle: "idle"
      case .pending: "pending"
      case .fulfilled(let value): "fulfilled(\(value))"
      case .rejected(let error): "rejected(\(error))"
      }
    let value = model.value.map { "\($0)" } ?? "-"
    let error = model.error.map { " \($0)" } ?? ""
    return "\(phase) \(value)\(error)\(model.isLoading ? " loading" : "")\(model.isStale ? " stale" : "")"
  }

  private var shown: String { shown(by: model) }

  // MARK: - Outcomes

  @Test func `a model shows nothing before it loads`() {
    #expect(shown == "idle -")
  }

  @Test func `a model shows the outcome before the load settles`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise }
    #expect(shown == "pending - loading")
    DispatchQueue.global().async { resolver.fulfill(1) }
    #expect(try await load.get() == 1)
    #expect(shown == "fulfilled(1) 1")

    let (other, rejecting) = Promise<Int>.pending()
    let failing = model.load { other }
    #expect(shown == "pending 1 loading stale")
    DispatchQueue.global().async { rejecting.reject(TestError.one) }
    await #expect(throws: TestError.one) { try await failing.get() }
    #expect(shown == "rejected(one) 1 one stale")

    let (last, resolving) = Promise<Int>.pending()
    let repeated = model.load { last }
    #expect(shown == "pending 1 loading stale")
    DispatchQueue.global().async { resolving.fulfill(2) }
    try await repeated.get()
    #expect(shown == "fulfilled(2) 2")
  }

  @Test func `an outcome that is available is shown at once`() async throws {
    #expect(model.load { Promise.value(1) }.value == 1)
    #expect(shown == "fulfilled(1) 1")
    model.load { Promise<Int>(error: TestError.one) }
    #expect(shown == "rejected(one) 1 one stale")
    model.load { Guarantee.value(2) }
    #expect(shown == "fulfilled(2) 2")
    model.load { Promise<Int>(error: CancellationError()) }
    #expect(shown == "fulfilled(2) 2")
    model.load { () throws -> Promise<Int> in throw TestError.two }
    #expect(shown == "rejected(two) 2 two stale")
    #expect(shown(by: PromiseModel(.value(3))) == "fulfilled(3) 3")
    #expect(shown(by: PromiseModel(Promise(error: TestError.one))) == "rejected(one) - one")
  }

  @Test func `an outcome that is available replaces the running load`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise }
    model.load { Promise.value(1) }
    #expect(shown == "fulfilled(1) 1")
    #expect(load.isCancelled && promise.isCancelled)
    resolver.fulfill(2)
    #expect(await promisesSettled())
    #expect(shown == "fulfilled(1) 1")
  }

  @Test func `guarantees, foreign thenables and async functions are loaded`() async throws {
    let (guarantee, fulfill) = Guarantee<Int>.pending()
    let first = model.load { guarantee }
    #expect(shown == "pending - loading")
    fulfill(1)
    #expect(try await first.get() == 1)
    #expect(shown == "fulfilled(1) 1")

    let foreign = ForeignPromise<Int>()
    let second = model.load { foreign }
    foreign.settle(.success(2))
    #expect(try await second.get() == 2)
    #expect(shown == "fulfilled(2) 2")

    var isOnMainActor = false
    let third = model.load {
      await Task.yield()
      isOnMainActor = isOnMainQueue
      return 3
    }
    #expect(shown == "pending 2 loading stale")
    #expect(try await third.get() == 3)
    #expect(shown == "fulfilled(3) 3" && isOnMainActor)
    let fourth = model.load { () async throws -> Int in throw TestError.one }
    await #expect(throws: TestError.one) { try await fourth.get() }
    #expect(shown == "rejected(one) 3 one stale")
  }

  @Test func `an abandoned promise is shown as rejected`() async throws {
    var promise: Promise<Int>? = PromiseContext.$current.withValue(PromiseContext(report: { _ in })) {
      Promise<Int>.pending().promise
    }
    let load = model.load { promise! }
    promise = nil
    _ = await load.getResult()
    guard case .rejected(PromiseError.abandoned) = model.phase else {
      Issue.record("\(shown)")
      return
    }
  }

  @Test func `an error that a typed handler has handled is shown`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise.catch(only: TestError.self) { _ in } }
    resolver.reject(TestError.one)
    _ = await load.getResult()
    #expect(shown == "rejected(one) - one")
  }

  @Test(.promises(time: .manual)) func `a model waits for timers in virtual time`() async throws {
    let load = model.load { after(seconds: 3_600).map { 1 } }
    try await ManualClock.current.advance(by: .seconds(3_599))
    #expect(shown == "pending - loading")
    try await ManualClock.current.advance(by: .seconds(1))
    #expect(shown == "fulfilled(1) 1")
    try await load.get()
  }

  // MARK: - Replacing

  @Test func `a load cancels the one that it replaces, whose outcome is not shown`() async throws {
    let (first, resolver) = Promise<Int>.pending()
    let isCanceled = Gate()
    resolver.onCancel { isCanceled.open() }
    let replaced = model.load { first }
    let (second, otherResolver) = Promise<Int>.pending()
    let load = model.load { second }
    try await isCanceled.opened()
    await #expect(throws: CancellationError.self) { try await replaced.get() }
    #expect(shown == "pending - loading")
    resolver.fulfill(1)
    otherResolver.fulfill(2)
    #expect(try await load.get() == 2)
    #expect(shown == "fulfilled(2) 2")
  }

  @Test func `an outcome that arrives before its load is replaced is not shown`() async throws {
    let (first, resolver) = Promise<Int>.pending()
    model.load { first }
    resolver.fulfill(1)  // enqueues the handler, which cannot run before this function suspends
    let (second, otherResolver) = Promise<Int>.pending()
    model.load { second }
    #expect(await first.getResult().isSuccess)
    await Task.yield()
    #expect(shown == "pending - loading")
    otherResolver.reject(TestError.one)
    #expect(await promisesSettled())
    #expect(shown == "rejected(one) - one")
  }

  @Test func `a promise with another consumer continues when its load is replaced or canceled`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let other = promise.map { $0 + 1 }
    model.load { promise }
    model.load { promise }
    model.cancel()
    #expect(promise.isPending)
    resolver.fulfill(1)
    #expect(try await other.get() == 2)
    #expect(shown == "idle -")
  }

  @Test func `an async function is canceled with its load`() async throws {
    let isCanceled = Gate()
    model.load {
      do { try await suspendUntilCanceled() } catch { isCanceled.open() }
      return 1
    }
    model.load { Promise.value(2) }
    try await isCanceled.opened()
    #expect(await promisesSettled())
    #expect(shown == "fulfilled(2) 2")
  }

  @Test func `a closure may load something else`() async throws {
    let (inner, innerResolver) = Promise<Int>.pending()
    let (outer, resolver) = Promise<Int>.pending()
    model.load {
      model.load { inner }
      return outer
    }
    #expect(inner.isCancelled)
    withExtendedLifetime(innerResolver) {}
    resolver.fulfill(1)
    #expect(await promisesSettled())
    #expect(shown == "fulfilled(1) 1")
  }

  // MARK: - Cancellation

  @Test func `a canceled load leaves no trace`() async throws {
    for (outcome, expected) in [
      (Promise<Int>.value(1), "fulfilled(1) 1"), (Promise(error: TestError.one), "rejected(one) 1 one stale"),
    ] {
      model.load { outcome }
      let (promise, resolver) = Promise<Int>.pending()
      let load = model.load { promise }
      model.cancel()
      #expect(shown == expected)
      #expect(load.isCancelled && promise.isCancelled)
      resolver.fulfill(2)
      #expect(await promisesSettled())
      #expect(shown == expected)
      model.cancel()
      #expect(shown == expected)
    }
  }

  @Test func `an error that represents cancellation is not shown`() async throws {
    model.load { Promise.value(1) }
    let (promise, resolver) = Promise<Int>.pending()
    let load = model.load { promise }
    resolver.reject(PromiseError.cancelled)
    await #expect(throws: PromiseError.cancelled) { try await load.get() }
    #expect(shown == "fulfilled(1) 1")
  }

  @Test func `canceling the returned promise or a task that forwards it cancels the load`() async throws {
    let (first, firstResolver) = Promise<Int>.pending()
    model.load { first }.cancel()
    #expect(first.isCancelled)
    #expect(await promisesSettled())
    #expect(shown == "idle -")

    let (second, secondResolver) = Promise<Int>.pending()
    let load = model.load { second }
    let task = Task { try await load.get(cancellation: .forward) }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(second.isCancelled)
    #expect(await promisesSettled())
    #expect(shown == "idle -")
    withExtendedLifetime((firstResolver, secondResolver)) {}
  }

  @Test func `canceling a promise that was replaced leaves the running load alone`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let replaced = model.load { promise }
    let load = model.load { promise.map { $0 } }
    replaced.cancel()
    #expect(shown == "pending - loading")
    #expect(load.isPending && promise.isCancelled == false)
    resolver.fulfill(1)
    try await load.get()
    #expect(shown == "fulfilled(1) 1")
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
