// Also tests: PromiseCore/TaskOwner.

import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What a snapshot says about promises that tasks settle: they wait for what their tasks wait for.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PendingSnapshotTaskOwnerTests {
  private var snapshot: PendingSnapshot { PromiseDiagnostics.pendingPromises() }

  /// Takes snapshots until one meets a condition.
  private func snapshot(_ condition: (PendingSnapshot) -> Bool) async -> PendingSnapshot {
    while true {
      let snapshot = snapshot
      if condition(snapshot) { return snapshot }
      await Task.yield()
    }
  }

  @Test func `a promise waits for what its task waits for`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let login = Promise(name: "login") { try await request.get() }
    let found = await snapshot { $0.promises.count == 2 && !$0.promises[0].waiters.isEmpty }
    let numbers = found.promises.map(\.number)
    #expect(found.promises[0].waiters == [.task(name: "login", promise: numbers[1])])
    #expect(found.promises[1].dependencies == [.promise(numbers[0]), .task(name: "login")])
    #expect(found.causes.count == 1)
    #expect(found.causes[0].hasSuffix("is alive and was never called; 1 task waits for it"))
    let last = try #require(found.description.split(separator: "\n").last)
    #expect(last.hasPrefix("↳ #\(numbers[1]) Promise<Int> from Promise { await }, \(#fileID):\(#line - 8), "))
    #expect(last.hasSuffix(", task \"login\""))
    resolver.fulfill(1)
    #expect(try await login.get() == 1)
  }

  @Test(arguments: TaskForm.allCases)
  func `a promise that a task settles waits for that task`(_ form: TaskForm) async throws {
    let (isRunning, mayEnd) = (Gate(), Gate())
    let promise = form.promise {
      isRunning.open()
      try? await mayEnd.opened()
    }
    try await isRunning.opened()
    #expect(snapshot.promises.map(\.dependencies) == [[.task(name: nil)]])
    mayEnd.open()
    await wait { promise.isSettled }
  }

  @Test func `a chain of asynchronous handlers has one cause`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let chain = Promise.value(1).map { _ in try await request.get() }.map { try await Promise.value($0).get() }
    let found = await snapshot { $0.promises.count == 3 && $0.causes.count == 1 }
    #expect(found.causes.count == 1)
    #expect(found.causes[0].contains("a resolver created at \(#fileID):\(#line - 4)"))
    resolver.fulfill(1)
    #expect(try await chain.get() == 1)
  }

  @Test func `a promise does not wait for what another task, started by its own, waits for`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let mayEnd = Gate()
    let work = Promise {
      let unrelated = Task { try await request.get() }
      try await mayEnd.opened()
      return unrelated
    }
    let found = await snapshot { $0.promises.count == 2 && !$0.promises[0].waiters.isEmpty }
    #expect(found.promises[0].waiters == [.task(name: nil, promise: nil)])
    #expect(found.promises[1].dependencies == [.task(name: nil)])
    mayEnd.open()
    resolver.fulfill(1)
    #expect(try await work.get().value == 1)
  }

  @Test func `a promise in a queue waits for the task that runs`() async throws {
    let queue = PromiseQueue()
    let isRunning = Gate()
    queue.add(name: "first") {
      isRunning.open()
      try await suspendUntilCanceled()
    }
    let second = queue.add(name: "second") { 2 }
    try await isRunning.opened()
    let found = await snapshot { $0.promises.count == 2 && $0.promises[1].dependencies.count == 2 }
    let numbers = found.promises.map(\.number)
    #expect(found.promises[0].dependencies == [.task(name: "first")])
    #expect(found.promises[0].waiters == [.promise(numbers[1], executor: nil)])
    #expect(found.promises[1].dependencies == [.promise(numbers[0]), .queuedTask(name: "second")])
    #expect(found.causes.count == 1)
    queue.cancelAll()
    #expect(second.isRejected)
  }

  @Test func `a promise in a queue waits for all tasks that run, because any of them may make room`() async throws {
    let queue = PromiseQueue(maxConcurrent: 2)
    let (request, resolver) = Promise<Int>.pending()
    let kept = Lock<Promise<Int>?>(nil)
    // The first operation waits for the third one, which starts when the second one ends: nothing is a circle.
    let first = queue.add { try await untilSet(kept).get() }
    let second = queue.add { try await request.get() }
    let third = queue.add { 3 }
    kept.withLock { $0 = third }
    let found = await snapshot { $0.promises.count == 4 && $0.causes.count == 1 }
    let numbers = found.promises.map(\.number)
    #expect(found.causes[0].contains("a resolver created at"))
    #expect(found.promises[3].dependencies.prefix(2) == [.promise(numbers[1]), .promise(numbers[2])])
    resolver.fulfill(2)
    #expect(try await [first.get(), second.get()] == [3, 2])
  }

  private func untilSet(_ promise: Lock<Promise<Int>?>) async -> Promise<Int> {
    while true {
      if let promise = promise.withLock({ $0 }) { return promise }
      await Task.yield()
    }
  }

  @Test func `in the order of completion, every output waits for the promises that are left`() async throws {
    let (slow, slowResolver) = Promise<Int>.pending()
    let (fast, fastResolver) = Promise<Int>.pending()
    let all = Promise(collecting: [slow, fast].inCompletionOrder)
    // Both promises, the promises that adopt them, both outputs, and the promise of all results.
    var found = await snapshot { $0.promises.count == 7 && $0.causes.count == 2 }
    fastResolver.fulfill(2)
    found = await snapshot { $0.promises.count == 4 && $0.causes.count == 1 }
    #expect(found.causes[0].contains("a resolver created at \(#fileID):\(#line - 7)"))
    slowResolver.fulfill(1)
    #expect(try await all.get() == [2, 1])
  }

  @Test func `a sequence connects its promises with the promise of its results`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let line = #line + 1
    let numbers = [1, 2].concurrentMap(maxConcurrent: 2) { try await $0 + request.get() }
    let all = Promise(collecting: numbers)
    // The request, two calls, their outputs, and the promise of all results.
    let found = await snapshot { $0.promises.count == 6 && $0.causes.count == 1 }
    #expect(found.causes.count == 1)
    #expect(found.causes[0].contains("a resolver created at \(#fileID):\(line - 2)"))
    #expect(found.promises.filter { $0.line == line && $0.operation == "concurrentMap" }.count == 4)
    #expect(found.promises.contains { $0.operation == "Promise(collecting:)" })
    resolver.fulfill(1)
    #expect(try await all.get() == [2, 3])
  }

  @Test func `poll creates its promises at the line of the call`() async throws {
    let (request, resolver) = Promise<Int>.pending()
    let line = #line + 1
    let polled = Promise(first: poll { try await request.get() })
    let found = await snapshot { $0.promises.count > 2 && $0.causes.count == 1 }
    #expect(found.causes.count == 1)
    #expect(found.promises.contains { $0.operation == "poll" && $0.line == line && $0.file == "\(#fileID)" })
    resolver.fulfill(1)
    #expect(try await polled.get() == 1)
  }
}

/// A way to create a promise or a guarantee that a task settles.
enum TaskForm: CaseIterable {
  case promise, guarantee, promiseOfTask, guaranteeOfTask, handler, handlerOfGuarantee

  /// Returns a promise whose task calls `body`.
  func promise(_ body: @escaping @Sendable () async -> Void) -> AnyPromise {
    switch self {
    case .promise: Promise { () async throws in await body() }.any
    case .guarantee: Guarantee { () async in await body() }.any
    case .promiseOfTask: Promise(Task { await body() }).any
    case .guaranteeOfTask: Guarantee(Task { await body() }).any
    case .handler: Promise.value(()).map { await body() }.any
    case .handlerOfGuarantee: Guarantee.value(()).map { await body() }.any
    }
  }
}
