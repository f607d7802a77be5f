import Dispatch
import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

// Also tests: ScopeMembers, Members.

/// Promises and tasks that end with their owner.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseScopeTests {
  private let log = Log<String>()

  /// Work that a task does until it is canceled, and that takes time to end then.
  private func work(_ name: String, isRunning: Gate = Gate(), mayEnd: Gate) async throws {
    isRunning.open()
    do { try await suspendUntilCanceled() } catch {
      log("\(name) canceled")
      await Task { try? await mayEnd.opened() }.value
      log("\(name) ended")
      throw error
    }
  }

  @Test func `canceling a scope cancels its members, in the order in which they were added`() async throws {
    let scope = PromiseScope()
    let pairs = (0..<3).map { _ in Promise<Void>.pending() }
    for (number, pair) in pairs.enumerated() {
      pair.resolver.onCancel { [log] in log("\(number)") }
      pair.promise.store(in: scope)
    }
    #expect(scope.unfinishedCount == 3)
    scope.cancel()
    #expect(pairs.filter { !$0.promise.isCancelled }.isEmpty)
    #expect(log.entries == ["0", "1", "2"])
    #expect(scope.isCancelled)
    #expect(scope.unfinishedCount == 0)
  }

  @Test func `releasing a scope cancels its members`() async throws {
    var scope: PromiseScope? = PromiseScope()
    let (promise, resolver) = Promise<Void>.pending()
    let (guarantee, fulfill) = Guarantee<Void>.pending()
    promise.store(in: scope!)
    guarantee.store(in: scope!)
    let task = scope!.addTask { try await suspendUntilCanceled() }
    let other = Task { try await suspendUntilCanceled() }
    other.store(in: scope!)
    scope = nil
    #expect(promise.isCancelled)
    #expect(resolver.isCancelled)
    #expect(task.isCancelled)
    #expect(other.isCancelled)
    #expect(guarantee.isPending)
    fulfill(())
  }

  @Test func `a member leaves when it has settled`() async throws {
    let scope = PromiseScope()
    let (promise, resolver) = Promise<Int>.pending()
    let (guarantee, fulfill) = Guarantee<Int>.pending()
    promise.store(in: scope)
    promise.any.store(in: scope)
    guarantee.store(in: scope)
    Promise.value(1).store(in: scope)
    #expect(scope.unfinishedCount == 3)
    resolver.fulfill(1)
    #expect(scope.unfinishedCount == 1)
    fulfill(1)
    #expect(scope.unfinishedCount == 0)
    scope.cancel()
    #expect(promise.value == 1)
  }

  @Test func `a member that is released while it is pending leaves`() async throws {
    let scope = PromiseScope()
    after(seconds: 1_000).store(in: scope)
    #expect(scope.unfinishedCount == 0)
    let task = scope.addTask { 1 }
    #expect(try await task.get() == 1)
    await wait { scope.unfinishedCount == 0 }
  }

  @Test func `a scope does not keep a promise from being canceled by its last consumer`() async throws {
    let scope = PromiseScope()
    let (promise, resolver) = Promise<Int>.pending()
    promise.store(in: scope)
    let consumers = [promise.map(on: nil) { $0 }, promise.map(on: nil) { $0 }]
    consumers[0].cancel()
    #expect(!resolver.isCancelled)
    consumers[1].cancel()
    #expect(resolver.isCancelled)
    #expect(scope.unfinishedCount == 0)
  }

  @Test func `what is added to a canceled scope is canceled`() async throws {
    let scope = PromiseScope()
    scope.cancel()
    let (promise, resolver) = Promise<Void>.pending()
    promise.store(in: scope)
    #expect(resolver.isCancelled)
    let task = scope.addTask { [log] in log("ran") }
    #expect(task.isCancelled)
    let other = Task { try await suspendUntilCanceled() }
    other.store(in: scope)
    #expect(other.isCancelled)
    try await scope.waitForAll()
    #expect(log.entries.isEmpty)
  }

  @Test func `after cancelAll, the scope remains usable`() async throws {
    let scope = PromiseScope()
    let first = Promise<Void>.pending()
    first.promise.store(in: scope)
    scope.cancelAll()
    #expect(first.promise.isCancelled)
    #expect(!scope.isCancelled)
    #expect(try await scope.addTask { 1 }.get() == 1)
  }

  @Test func `a task may be waited for after its promise was canceled`() async throws {
    let scope = PromiseScope()
    let (isRunning, mayEnd) = (Gate(), Gate())
    let task = scope.addTask { try await work("task", isRunning: isRunning, mayEnd: mayEnd) }
    try await isRunning.opened()
    task.cancel()
    #expect(task.isCancelled)
    #expect(scope.unfinishedCount == 1)
    mayEnd.open()
    try await scope.waitForAll()
    #expect(log.entries == ["task canceled", "task ended"])
  }

  /// The ways in which tasks work for a promise.
  enum Kind: CaseIterable {
    case promise, adopted, step, upstream, awaited, input, guarantee, queued, stored
  }

  @Test(arguments: Kind.allCases)
  func `canceled tasks are waited for, for each kind of work`(_ kind: Kind) async throws {
    let scope = PromiseScope()
    let (isRunning, mayEnd) = (Gate(), Gate())
    let work: @Sendable () async throws -> Void = { try await self.work("task", isRunning: isRunning, mayEnd: mayEnd) }
    switch kind {
    case .promise: Promise { try await work() }.store(in: scope)
    case .adopted: Promise(Task { try await work() }).store(in: scope)
    case .step: Promise.value(1).map { _ in try await work() }.store(in: scope)
    case .upstream: Promise { try await work() }.map { $0 }.done {}.catch { _ in }.store(in: scope)
    case .awaited:
      let inner = Promise { try await work() }
      Promise { try await inner.get(cancellation: .forward) }.store(in: scope)
      await wait { inner.any.observerCount == 1 }
    case .input: when(fulfilled: Promise { try await work() }, Promise<Void>.value(())).store(in: scope)
    case .guarantee: Guarantee { try? await work() }.store(in: scope)
    case .queued: PromiseQueue().add { try await work() }.store(in: scope)
    case .stored: Task { try await work() }.store(in: scope)
    }
    try await isRunning.opened()
    scope.cancel()
    #expect(scope.unfinishedCount == 1, "a member and its tasks count as one")
    await wait { log.count == 1 }
    #expect(scope.unfinishedCount == 1)
    mayEnd.open()
    try await scope.waitForAll()
    #expect(log.entries == ["task canceled", "task ended"])
    #expect(scope.unfinishedCount == 0)
  }

  @Test func `a scope may be canceled while an outcome is being delivered`() async throws {
    let scope = PromiseScope()
    let (isRunning, mayEnd) = (Gate(), Gate())
    Promise { try await work("member", isRunning: isRunning, mayEnd: mayEnd) }.store(in: scope)
    try await isRunning.opened()
    let outer = Promise {
      try await withTaskCancellationHandler {
        try await suspendUntilCanceled()
      } onCancel: {
        // The cancellation of `outer` is under way on this thread.
        scope.cancel()
      }
    }
    outer.cancel()
    await wait { log.count == 1 }
    #expect(scope.unfinishedCount == 1)
    mayEnd.open()
    try await scope.waitForAll()
    #expect(log.entries.last == "member ended")
  }

  @Test func `a cancellation handler that cancels another promise does not add its task to the scope`() async throws {
    let scope = PromiseScope()
    let (isRunning, mayEnd) = (Gate(), Gate())
    let other = Promise { try await work("other", isRunning: isRunning, mayEnd: mayEnd) }
    try await isRunning.opened()
    let (member, resolver) = Promise<Void>.pending()
    resolver.onCancel { other.cancel() }
    member.store(in: scope)
    scope.cancel()
    try await scope.waitForAll()
    #expect(!log.entries.contains("other ended"))
    mayEnd.open()
    await wait { log.entries.contains("other ended") }
  }

  @Test func `a cancellation handler of a task that cancels another promise does not add its task to the scope`()
    async throws
  {
    let scope = PromiseScope()
    let (isRunning, otherIsRunning, mayEnd) = (Gate(), Gate(), Gate())
    let other = Promise { try await work("other", isRunning: otherIsRunning, mayEnd: mayEnd) }
    scope.addTask {
      try await withTaskCancellationHandler {
        isRunning.open()
        try await suspendUntilCanceled()
      } onCancel: {
        other.cancel()
      }
    }
    try await isRunning.opened()
    try await otherIsRunning.opened()
    scope.cancel()
    try await scope.waitForAll()
    #expect(!log.entries.contains("other ended"))
    mayEnd.open()
    await wait { log.entries.contains("other ended") }
  }

  @Test func `a promise is canceled with a consumer that is canceled while the promise enters a scope`() {
    let pairs = (0..<raceCount).map { _ in
      let (promise, resolver) = Promise<Int>.pending()
      return (promise, resolver, consumer: promise.map(on: nil) { $0 }, scope: PromiseScope())
    }
    collide(pairs) {
      $0.consumer.cancel()
    } other: {
      $0.0.store(in: $0.scope)
    }
    #expect(pairs.filter { !$0.1.isCancelled }.isEmpty)
  }

  @TaskLocal static var object: Lifetime.Object?

  @Test func `a scope keeps no task-local values of the code that adds a task or a promise of a task`() async throws {
    let lifetime = Lifetime()
    let scope = PromiseScope()
    let task = Task { try await suspendUntilCanceled() }
    let other = Task { try await suspendUntilCanceled() }
    Self.$object.withValue(lifetime.object()) {
      task.store(in: scope)
      Promise(other).store(in: scope)
    }
    await wait { lifetime.alive == 0 }
    #expect(scope.unfinishedCount == 2)
    scope.cancel()
    try await scope.waitForAll()
  }

  @Test func `a waiter that is canceled leaves the members alone`() async throws {
    let scope = PromiseScope()
    let (promise, resolver) = Promise<Void>.pending()
    promise.store(in: scope)
    let waiter = Task { try await scope.waitForAll() }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(promise.isPending)
    resolver.fulfill()
    try await scope.waitForAll()
  }

  @Test func `errors of members belong to the handlers of the user`() async throws {
    let scope = PromiseScope()
    let caught = Log<TestError>()
    let promise = scope.addTask { () async throws -> Void in throw TestError.one }
    try await promise.catch(on: nil) { caught($0 as! TestError) }.recover { _ in }.get()
    try await scope.waitForAll()
    #expect(caught.entries == [.one])
    let reports = reports {
      Promise<Void>(error: TestError.two).store(in: scope)
    }
    #expect(reports.count == 1)
  }

  @Test func `a task runs on the actor of the code that adds it`() async throws {
    try await Task { @MainActor in
      let scope = PromiseScope()
      try await scope.addTask { MainActor.assertIsolated() }.get()
    }.value
  }

  @Test func `members that enter, leave and are canceled on several threads all end`() async throws {
    let rounds = raceCount / 100
    for _ in 0..<rounds {
      let scope = PromiseScope()
      await onThreads(3) { thread in
        switch thread {
        case 0: for number in 0..<10 { scope.addTask { number } }
        case 1: for number in 0..<10 { Promise.value(number).map(on: .global()) { $0 }.store(in: scope) }
        default: scope.cancel()
        }
      }
      try await scope.waitForAll()
      #expect(scope.unfinishedCount == 0)
    }
  }
}
