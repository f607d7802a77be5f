import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests the conversions between `Task` and promises.
@Suite(.promises(timeLimit: .testLimit)) struct TaskTests {
  @Test func `a promise wraps a task`() async throws {
    #expect(try await Promise(Task { () async throws in 1 }).get() == 1)
    #expect(try await Promise(Task { 2 }).get() == 2)
    #expect(await Guarantee(Task { 3 }).get() == 3)
    await #expect(throws: TestError.one) { try await Promise(Task<Int, _> { throw TestError.one }).get() }
  }

  @Test func `a task wraps a promise`() async throws {
    #expect(try await Task(Promise.value(1)).value == 1)
    #expect(try await Task(Promise.value(2), name: "two").value == 2)
    #expect(await Task(Guarantee.value(3)).value == 3)
    #expect(await Task(Guarantee.value(4), name: "four").value == 4)
    await #expect(throws: TestError.one) { try await Task(Promise<Int>(error: TestError.one)).value }
  }

  @Test func `a round trip between task and promise preserves the value`() async throws {
    #expect(try await Promise(Task(Promise.value(1))).get() == 1)
    #expect(try await Task(Promise(Task { 1 })).value == 1)
  }

  @Test func `canceling the promise cancels the task`() async {
    let task = Task { try await Task.sleep(for: .seconds(3600)) }
    let promise = Promise(task)
    promise.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(task.isCancelled && promise.isCancelled)
  }

  @Test func `canceling the wrapped task rejects the promise`() async {
    let task = Task { try await Task.sleep(for: .seconds(3600)) }
    let promise = Promise(task)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await promise.get() }
  }

  @Test func `canceling the wrapping task cancels the promise`() async throws {
    let pending = Cancellable()
    let task = Task(pending.promise)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await pending.cancelled.opened()
    #expect(pending.promise.isCancelled)
  }

  @Test func `canceling the task does not cancel a promise with another consumer`() async throws {
    let pending = Cancellable()
    let wanted = pending.promise.map(on: nil) { $0 + 1 }
    let task = Task(pending.promise)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    pending.resolver.fulfill(1)
    #expect(try await wanted.get() == 2)
  }

  @Test func `canceling the promise makes the task throw`() async {
    let pending = Cancellable()
    let task = Task(pending.promise)
    pending.promise.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `tasks and promises share a task group`() async throws {
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      group.addPromise(Promise(Task { 1 }))
      group.addTask { 2 }
      group.addPromise(Guarantee.value(3))
      return try await group.reduce(0, +)
    }
    #expect(sum == 6)
  }
}
