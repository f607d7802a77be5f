import Dispatch
import TestSupport
import Testing

@testable import PromiseTesting

/// Tests that work on other threads has the task-local values of the test.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TaskLocalContextPoolTests {
  @TaskLocal static var number = 0

  actor Counter {
    func number(_ promise: Promise<Void>) -> Promise<Int> { promise.map { self.local() } }

    private func local() -> Int { TaskLocalContextPoolTests.number }
  }

  /// A trait of another library, which sets a task-local value.
  struct Numbering: TestTrait, TestScoping {
    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await TaskLocalContextPoolTests.$number.withValue(7, operation: function)
    }
  }

  @TaskLocal static var object: Lifetime.Object?

  @Test func `the tasks of a pool end with it, those that were canceled included`() {
    let lifetime = Lifetime()
    Self.$object.withValue(lifetime.object()) {
      let pool = TaskLocalContextPool()
      for isCanceled in [true, false] {
        pool.run { if isCanceled { withUnsafeCurrentTask { $0?.cancel() } } }
        pool.run { #expect(Self.object != nil && !Task.isCancelled) }
      }
    }
    #expect(lifetime.alive == 0)
  }

  @Test func `an issue in a handler belongs to the test`() async throws {
    let queue = DispatchQueue(label: "TaskLocalContextPoolTests")
    let found = try await issues {
      let start = after(.milliseconds(1))
      try await when(
        fulfilled: start.done(on: queue) { Issue.record("queue") },
        start.done { @MainActor in Issue.record("main actor") },
        start.done(on: nil) { Issue.record("inline") },
        start.done { _ in
          await Task.yield()
          Issue.record("task")
        }
      ).get()
      _ = await queue.async(.promise) { Issue.record("work") }.get()
    }
    #expect(found.map(\.text).sorted() == ["inline", "main actor", "queue", "task", "work"])
  }

  @Test(Numbering(), .promises(timeLimit: .testLimit)) func `handlers have the task-local values of the test`()
    async throws
  {
    let start = Promise(after(.milliseconds(1)))
    let handlers = [
      start.map(on: .global()) { Self.number }, start.map(on: .main) { Self.number },
      start.map(on: nil) { Self.number },
      wrap { (done: @escaping @Sendable (Int?, (any Error)?) -> Void) in
        DispatchQueue.global().async { done(1, nil) }
      }.map(on: nil) { _ in Self.number },
      DispatchQueue.global().async(.promise) { () throws in Self.number },
      await Counter().number(start),
      start.map { _ in
        await Task.yield()
        return Self.number
      },
    ]
    #expect(try await when(fulfilled: handlers).get() == Array(repeating: 7, count: handlers.count))
  }

  @Test(Numbering(), .promises(timeLimit: .testLimit))
  func `handlers that run in parallel have the task-local values of the test`() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let numbers = (0..<200).map { _ in promise.map(on: .global()) { Self.number } }
    await onThreads(4) { _ in resolver.fulfill(()) }
    #expect(try await when(fulfilled: numbers).get().allSatisfy { $0 == 7 })
  }

  @Test(Numbering(), .promises(timeLimit: .testLimit))
  func `an inline handler in an unrelated task has the task-local values of the test`() async throws {
    let (promise, resolver) = Promise<Void>.pending()
    let handler = promise.map(on: nil) { Self.number }
    let own = await Task.detached {
      await Self.$number.withValue(3) {
        resolver.fulfill(())
        await Task.yield()
        return Self.number
      }
    }.value
    #expect(own == 3)
    #expect(handler.value == 7)
    let (other, otherResolver) = Promise<Void>.pending()
    let inline = other.map(on: nil) { Self.number }
    await Task.detached { @MainActor in
      otherResolver.fulfill(())
      MainActor.preconditionIsolated()
    }.value
    #expect(inline.value == 7)
  }

  @Test func `handlers that wait for each other run in parallel`() async throws {
    let (one, other) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let both = when(
      fulfilled: Promise.value(1).map(on: DispatchQueue(label: "one")) { _ in
        one.signal()
        return other.wait(timeout: .now() + TestLimit.seconds / 2) == .success
      },
      Promise.value(2).map(on: DispatchQueue(label: "other")) { _ in
        other.signal()
        return one.wait(timeout: .now() + TestLimit.seconds / 2) == .success
      })
    let (hasOtherBegun, hasOneBegun) = try await both.get()
    #expect(hasOtherBegun && hasOneBegun)
  }
}
