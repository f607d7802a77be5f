// Forms: priority

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A form with `priority:`, which is the priority of the task that it starts.
private struct PriorityForm: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Starts a task, and returns the priority with which its function runs.
  let start: @Sendable (TaskPriority) async throws -> TaskPriority

  static let all = [
    PriorityForm(testDescription: "Promise(async)") {
      try await Promise(priority: $0) { () async throws in Task.currentPriority }.get()
    },
    PriorityForm(testDescription: "Guarantee(async)") {
      await Guarantee(priority: $0) { () async in Task.currentPriority }.get()
    },
    PriorityForm(testDescription: "queue.add") {
      try await PromiseQueue().add(priority: $0) { () async throws in Task.currentPriority }.get()
    },
    PriorityForm(testDescription: "queue.add of a promise") {
      try await PromiseQueue().add(priority: $0) { () async throws in Promise.value(Task.currentPriority) }.get()
    },
  ]
}

/// Every form with `priority:` passes it on to its task.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PriorityFormTests {
  @Test(arguments: PriorityForm.all)
  private func `a task has the priority of its form`(_ form: PriorityForm) async throws {
    // A task that waits for another one can only raise its priority, so this task has the lowest one.
    let priority = try await Task.detached(priority: .background) { try await form.start(.high) }.value
    #expect(priority == .high)
  }

  @Test func `a task that waits for a promise has the given priority`() async throws {
    let promise = Promise.value(1), guarantee = Guarantee.value(1)
    let tasks = await Task.detached(priority: .background) {
      (Task(promise, priority: .high), Task(guarantee, priority: .high))
    }.value
    #expect(try await tasks.0.value + tasks.1.value == 2)
  }
}
