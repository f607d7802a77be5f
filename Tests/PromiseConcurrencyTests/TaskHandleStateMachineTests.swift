import PromiseConcurrency
import TestSupport
import Testing

/// A task that is started and canceled, in every order of these events.
struct TaskHandleStateMachineTests {
  struct Model {
    var machine = TaskHandleStateMachine<String>()
    var canceled: [String] = []

    typealias Step = Interleavings<Model>.Step

    static var start: Step {
      Step("start") { model in model.machine.start("task") ? [cancelTask("task")] : [] }
    }

    static var cancel: Step {
      Step("cancel") { model in model.machine.cancel().map { [cancelTask($0)] } ?? [] }
    }

    private static func cancelTask(_ task: String) -> Step {
      Step("cancel \(task)") { model in
        model.canceled.append(task)
        return []
      }
    }
  }

  /// Up to three cancellations: a promise may be canceled while it takes the task.
  @Test(arguments: [(0, 1), (1, 2), (2, 7), (3, 34)])
  func `a task is canceled if its promise was, before or after the start`(_ cancels: Int, _ orders: Int) {
    let threads = [[Model.start]] + Array(repeating: [Model.cancel], count: cancels)
    let count = Interleavings.explore(Model(), threads: threads, kinds: [0] + Array(repeating: 1, count: cancels)) {
      model, trail in
      // Each cancellation after the start cancels the task, and the start does so for all before it.
      let late = trail.drop { $0 != "start" }.count { $0 == "cancel" }
      #expect(model.canceled == Array(repeating: "task", count: late + (late < cancels ? 1 : 0)), "\(trail)")
    }
    #expect(count == orders)
  }
}
