import Foundation
import PromiseCore
import Synchronization

/// What happens while a program is played for real.
final class Journal: Sendable {
  private struct State: Sendable {
    var heard: [[Outcome]]
    /// Statements whose handlers were called, in that order.
    var calls: [Int] = []
    var tasks: [Int: Outcome] = [:]
    var begun: Set<Int> = []
    var reports: [Report: Int] = [:]
    var faults: [String] = []
  }

  private let state: Lock<State>
  private let objects = Atomic(0)
  /// The number of the program.
  let program: Int

  init(of program: Int, statements count: Int) {
    self.program = program
    state = Lock(State(heard: Array(repeating: [], count: count)))
  }

  var heard: [[Outcome]] { state.withLock { $0.heard } }
  var calls: [Int] { state.withLock { $0.calls } }
  var tasks: [Int: Outcome] { state.withLock { $0.tasks } }
  var begun: Set<Int> { state.withLock { $0.begun } }
  var reports: [Report: Int] { state.withLock { $0.reports } }
  var faults: [String] { state.withLock { $0.faults } }

  func note(call statement: Int, _ input: Outcome) {
    state.withLock {
      $0.heard[statement].append(input)
      $0.calls.append(statement)
    }
  }

  func note(task statement: Int, _ outcome: Outcome) { state.withLock { $0.tasks[statement] = outcome } }

  func note(begun statement: Int) { state.withLock { _ = $0.begun.insert(statement) } }

  func note(report: Report) { state.withLock { $0.reports[report, default: 0] += 1 } }

  func note(fault: String) { state.withLock { $0.faults.append(fault) } }

  /// How many objects of the program are alive that handlers hold.
  var alive: Int { objects.load(ordering: .acquiring) }

  func born() { objects.add(1, ordering: .relaxed) }
  func died() { objects.subtract(1, ordering: .acquiringAndReleasing) }
}
