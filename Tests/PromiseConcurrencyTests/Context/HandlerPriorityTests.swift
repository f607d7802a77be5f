import PromiseConcurrency
import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// An `async` handler has the priority of the code that attached it, not that of the code that settles the promise.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, unhandled: .ignore)) struct HandlerPriorityTests {
  /// The condition of `retry` is not `async`.
  private static let forms = HandlerForm.allCases.filter { $0.isAsync && $0 != .retryConditionAsync }

  @Test(arguments: forms, Isolation.allCases)
  func `an async handler has the priority of the code that attached it`(_ form: HandlerForm, _ isolation: Isolation)
    async
  {
    let actor = isolation.actor
    for (writer, settler) in [(TaskPriority.low, TaskPriority.high), (.high, .background)] {
      let priorities = Log<TaskPriority>()
      for isFulfilled in [true, false] {
        let (promise, resolver) = Promise<[Int]>.pending()
        // The task ends before the handler runs: a task that waits for another one raises its priority.
        let derived = await Task.detached(priority: writer) {
          await form.attach(to: promise, on: actor) { priorities(Task.currentPriority) }
        }.value
        await Task.detached(priority: settler) {
          if isFulfilled { resolver.fulfill([1]) } else { resolver.reject(TestError.one) }
        }.value
        _ = await derived.getResult()
      }
      // Depending on the operator, one of the outcomes may skip the handler.
      let entries = priorities.entries
      #expect(!entries.isEmpty && entries.allSatisfy { $0 == writer }, "\(entries)")
    }
  }
}
