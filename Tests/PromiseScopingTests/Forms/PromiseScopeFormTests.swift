// Forms: created, priority

import PromiseScoping
import PromiseTesting
import TestSupport
import Testing

extension CreationForm {
  fileprivate static let ofScopes = [
    CreationForm("addTask") { scope.addTask { 1 } },
    CreationForm("addTask to a canceled scope") {
      let scope = PromiseScope()
      scope.cancel()
      return scope.addTask { 1 }
    },
  ]

  private static let scope = PromiseScope()
}

/// What the promises of a scope's tasks have in common with all promises that are created.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseScopeFormTests {
  private static let scope = PromiseScope()

  @Test(arguments: CreationForm.ofScopes)
  func `a promise has the context and the place of its creation`(_ form: CreationForm) {
    let faults = [form.faultOfContext(), form.faultOfSite()]
    #expect(faults == [nil, nil])
  }

  @Test func `a task has the given priority`() async throws {
    // A task that waits for another one can only raise its priority, so this task has the lowest one.
    let priority = try await Task.detached(priority: .background) {
      try await Self.scope.addTask(priority: .high) { Task.currentPriority }.get()
    }.value
    #expect(priority == .high)
  }
}
