import PromiseConcurrency
import TestSupport
import Testing

/// Operations of an actor that may start begin there in the order of everything else that the actor is asked to do.
///
/// With the trait `.promises`, each call would switch executors, because the task of a test prefers one.
@Suite(.sharingProcessors) struct PromiseQueueIsolationTests {
  private let order = Log<String>()

  @Test @MainActor func `an operation that may start does so before a later task of its actor`() async throws {
    let operation = PromiseQueue().add { self.order("operation") }
    await Task { order("task") }.value
    try await operation.get()
    #expect(order.entries == ["operation", "task"])
  }

  @Test @MainActor func `an operation that returns a promise starts before a later task of its actor`() async throws {
    let operation = PromiseQueue().add { () -> Promise<Void> in
      self.order("operation")
      return .value(())
    }
    await Task { order("task") }.value
    try await operation.get()
    #expect(order.entries == ["operation", "task"])
  }
}
