import PromiseConcurrency
import TestSupport
import Testing

/// A task that is started and cancelled, in every order in which that can happen.
struct TaskLinkStateTests {
  struct World {
    var state = TaskLinkState<String>()
    var cancelled: [String] = []

    typealias Step = Interleavings<World>.Step

    static var start: Step {
      Step("start") { world in world.state.start("task") ? [cancelTask("task")] : [] }
    }

    static var cancel: Step {
      Step("cancel") { world in world.state.cancel().map { [cancelTask($0)] } ?? [] }
    }

    private static func cancelTask(_ task: String) -> Step {
      Step("\(task) is cancelled") { world in
        world.cancelled.append(task)
        return []
      }
    }
  }

  /// By nobody, or by up to three, as by a promise that is cancelled while it takes the task.
  @Test(arguments: [(0, 1), (1, 2), (2, 7), (3, 34)])
  func theTaskIsCancelledIfAnybodyAskedForIt(_ cancels: Int, _ orders: Int) {
    let threads = [[World.start]] + Array(repeating: [World.cancel], count: cancels)
    let count = Interleavings.explore(World(), threads: threads, kinds: [0] + Array(repeating: 1, count: cancels)) {
      world, trail in
      // Once by each who came when there was a task, and once by its start for all who came before: each finds it in the end.
      let late = trail.drop { $0 != "start" }.count { $0 == "cancel" }
      #expect(world.cancelled.count == late + (late < cancels ? 1 : 0), "\(trail)")
    }
    #expect(count == orders)
  }
}
