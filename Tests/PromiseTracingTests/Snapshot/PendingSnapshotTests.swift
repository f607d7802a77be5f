// Also tests: PendingSnapshot+text, PendingPromise.

import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What a snapshot of pending promises says about each of them.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PendingSnapshotTests {
  /// Returns the pending promise that was created at a line of this file.
  private func pending(at line: Int, _ snapshot: PendingSnapshot = PromiseDiagnostics.pendingPromises()) throws
    -> PendingPromise
  {
    try #require(snapshot.promises.first { $0.line == line })
  }

  @Test func `a snapshot contains the pending promises in the order of their creation`() {
    let first = Promise<Int>.pending()
    _ = Promise.value(1)
    let second = first.promise.map { "\($0)" }
    let snapshot = PromiseDiagnostics.pendingPromises()
    #expect(snapshot.promises.map(\.type) == ["Promise<Int>", "Promise<String>"])
    #expect(snapshot.promises.map(\.operation) == ["pending", "map"])
    #expect(snapshot.promises.map(\.line) == [#line - 6, #line - 4])
    #expect(snapshot.promises.allSatisfy { $0.file == "\(#fileID)" && $0.age >= 0 && $0.id == $0.number })
    #expect(snapshot.promises[0].number < snapshot.promises[1].number)
    // The number of a promise stays the same.
    #expect(PromiseDiagnostics.pendingPromises().promises.map(\.number) == snapshot.promises.map(\.number))
    first.resolver.fulfill(1)
    second.cancel()
    #expect(PromiseDiagnostics.pendingPromises().promises.isEmpty)
  }

  @Test func `a promise waits for its resolver, its source, and the inputs of a combinator`() throws {
    let (first, resolver) = Promise<Int>.pending()
    let (second, other) = Promise<Int>.pending()
    let both = when(fulfilled: first, second)
    let derived = both.done(on: .main) { _ in }
    let snapshot = PromiseDiagnostics.pendingPromises()
    let numbers = snapshot.promises.map(\.number)
    #expect(numbers.count == 4)
    #expect(
      snapshot.promises.map(\.dependencies) == [
        [.resolver], [.resolver], [.promise(numbers[0]), .promise(numbers[1])], [.promise(numbers[2])],
      ])
    #expect(
      snapshot.promises.map(\.waiters) == [
        [.promise(numbers[2], executor: nil)], [.promise(numbers[2], executor: nil)],
        [.promise(numbers[3], executor: "the main queue")], [],
      ])
    #expect(snapshot.promises[2].operation == "when(fulfilled:)")
    withExtendedLifetime((resolver, other, derived)) {}
  }

  @Test func `a promise that adopts another one waits for it`() throws {
    let (inner, resolver) = Promise<Int>.pending()
    let adopting = Promise.value(1).then(on: nil) { _ in inner }
    let snapshot = PromiseDiagnostics.pendingPromises()
    #expect(snapshot.promises.map(\.operation) == ["pending", "then"])
    #expect(snapshot.promises[1].dependencies == [.promise(snapshot.promises[0].number)])
    withExtendedLifetime((resolver, adopting)) {}
  }

  @Test func `a promise waits for its task, which has a name`() async throws {
    let line = #line + 1
    let promise = Promise(name: "download") { try await suspendUntilCanceled() }
    #expect(try pending(at: line).dependencies == [.task(name: "download")])
    #expect(try pending(at: line).operation == "Promise { await }")
    promise.cancel()
  }

  @Test(.promises(time: .manual)) func `a timer tells how much time is left on its clock`() throws {
    let timer = after(seconds: 5)
    let forever = after(seconds: .infinity)
    try ManualClock.current.advance(by: .seconds(2))
    let promises = PromiseDiagnostics.pendingPromises().promises
    #expect(promises.map(\.dependencies) == [[.timer(secondsLeft: 3)], [.timer(secondsLeft: .infinity)]])
    #expect(promises.map(\.type) == ["Guarantee<Void>", "Guarantee<Void>"])
    timer.cancel()
    forever.cancel()
  }

  @Test func `a handler on a suspended queue is queued, and a handler that blocks is running`() async throws {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let queued = Promise.value(1).map(on: queue) { $0 }
    guard case .queuedHandler("the queue suspended", let seconds)? = try pending(at: #line - 1).dependencies.first
    else {
      Issue.record("\(PromiseDiagnostics.pendingPromises())")
      return queue.resume()
    }
    #expect(seconds >= 0)
    queue.resume()
    _ = try await queued.get()

    let hasStarted = Gate()
    let mayEnd = DispatchSemaphore(value: 0)
    let running = Promise.value(1).map(on: queue) { _ in
      hasStarted.open()
      mayEnd.wait()
    }
    try await hasStarted.opened()
    let dependency = try pending(at: #line - 5).dependencies.first
    mayEnd.signal()
    guard case .runningHandler("the queue suspended", _)? = dependency else {
      Issue.record("\(dependency as Any)")
      return
    }
    try await running.get()
  }

  @Test func `the work of a queue's promise is queued until it runs`() async throws {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let work = queue.async(.promise) { 1 }
    let dependency = try pending(at: #line - 1).dependencies.first
    queue.resume()
    guard case .queuedHandler("the queue suspended", _)? = dependency else {
      Issue.record("\(dependency as Any)")
      return
    }
    await #expect(work.get() == 1)
  }

  @Test func `tasks, blocked threads and callbacks wait for a promise`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    promise.pipe { _ in }
    let isAttached = { try self.pending(at: line).waiters.count == 3 }
    let task = Task(name: "reader") { try await promise.get() }
    let thread = DispatchQueue(label: "thread")
    let blocked = Promise<Int>.pending()
    let waitLine = #line + 1
    thread.async(.promise) { try promise.wait() }.pipe { blocked.resolver.resolve($0) }
    while try !isAttached() { await Task.yield() }
    let waiters = try pending(at: line).waiters
    #expect(waiters.contains(.handler(executor: nil)))
    #expect(waiters.contains(.task(name: "reader", promise: nil)))
    #expect(waiters.contains(.thread(isMain: false, file: "\(#fileID)", line: waitLine)))
    resolver.fulfill(3)
    #expect(try await task.value == 3)
    #expect(try await blocked.promise.get() == 3)
  }

  @Test func `a consumer that has left no longer waits`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let derived = promise.map { $0 }
    let kept = promise.map { $0 }
    derived.cancel()
    #expect(try pending(at: #line - 4).waiters.count == 1)
    withExtendedLifetime((resolver, kept)) {}
  }

  @Test func `a canceled guarantee that is pending says so`() throws {
    let (guarantee, fulfill) = Guarantee<Int>.pending()
    guarantee.cancel()
    let found = try pending(at: #line - 2)
    #expect(found.isCancelRequested)
    #expect(PromiseDiagnostics.pendingPromises().causes[0].contains("it was canceled, but a resolver created at"))
    fulfill(1)
  }

  @Test func `the progress is part of the snapshot if it was asked for`() throws {
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    #expect(try pending(at: line).progress == nil)
    _ = promise.progress
    resolver.progress.report(3, of: 4)
    #expect(try pending(at: line).progress?.fractionCompleted == 0.75)
    #expect(PromiseDiagnostics.pendingPromises().description.contains("75 % completed"))
  }

  @Test func `a promise of another context is not part of the snapshot but is named`() throws {
    let (other, resolver) = PromiseContext.$current.withValue(PromiseContext()) { Promise<Int>.pending() }
    let line = #line - 1
    let adopting = Promise.value(1).then(on: nil) { _ in other }
    #expect(try pending(at: #line - 1).dependencies == [.otherPromise(file: "\(#fileID)", line: line)])
    resolver.fulfill(1)
    #expect(adopting.isFulfilled)
  }

  @Test func `a promise of another context that waits counts as a handler`() {
    let context = PromiseContext(recorder: PromiseRegistry(recordsAlways: true))
    let (other, resolver) = PromiseContext.$current.withValue(context) { Promise<Int>.pending() }
    let adopting = Promise.value(1).then(on: nil) { _ in other }
    #expect(PendingSnapshot(in: context).promises.map(\.waiters) == [[.handler(executor: nil)]])
    resolver.fulfill(1)
    #expect(adopting.isFulfilled)
  }

  @Test func `a pending promise describes itself`() throws {
    let (promise, resolver) = Promise<Int>.pending()
    let found = try pending(at: #line - 1)
    let text = found.description
    #expect(text.hasPrefix("#\(found.number) Promise<Int> from pending, \(#fileID):\(#line - 3), "))
    #expect(text.hasSuffix(", waits for its resolver"))
    withExtendedLifetime((promise, resolver)) {}
  }
}
