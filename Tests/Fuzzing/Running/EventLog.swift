import Foundation
import PromiseCore

/// Records the events of a running program.
final class EventLog: Sendable {
  private struct State: Sendable {
    var calls: [[Outcome]]
    /// The statements with handlers that were called, in the order of the calls.
    var callOrder: [Int] = []
    /// The progress that each statement's handler was called with, in thousandths.
    var progress: [Int: [Int]] = [:]
    var tasks: [Int: Outcome] = [:]
    var started: Set<Int> = []
    var reports: [Report: Int] = [:]
    var violations: [String] = []
    /// For each statement, the number of live objects that its handler captures.
    var alive: [Int: Int] = [:]
  }

  private let state: Lock<State>
  /// The number of the program.
  let program: Int

  init(of program: Int, statements count: Int) {
    self.program = program
    state = Lock(State(calls: Array(repeating: [], count: count)))
  }

  /// The inputs that each statement's handler was called with.
  var calls: [[Outcome]] { state.withLock { $0.calls } }
  var callOrder: [Int] { state.withLock { $0.callOrder } }
  var progress: [Int: [Int]] { state.withLock { $0.progress } }
  var tasks: [Int: Outcome] { state.withLock { $0.tasks } }
  var started: Set<Int> { state.withLock { $0.started } }
  var reports: [Report: Int] { state.withLock { $0.reports } }
  var violations: [String] { state.withLock { $0.violations } }

  func record(call statement: Int, _ input: Outcome) {
    state.withLock {
      $0.calls[statement].append(input)
      $0.callOrder.append(statement)
    }
  }

  /// Records progress, unless it equals the last recorded progress.
  func record(progress statement: Int, _ fraction: Double) {
    let thousandths = Int((fraction * 1000).rounded())
    state.withLock { state in
      if state.progress[statement]?.last != thousandths { state.progress[statement, default: []].append(thousandths) }
    }
  }

  func record(task statement: Int, _ outcome: Outcome) { state.withLock { $0.tasks[statement] = outcome } }

  func record(started statement: Int) { state.withLock { _ = $0.started.insert(statement) } }

  func record(report: Report) { state.withLock { $0.reports[report, default: 0] += 1 } }

  func record(violation: String) { state.withLock { $0.violations.append(violation) } }

  // MARK: - Lifetimes

  /// The number of live objects that handlers capture, and of tasks.
  var aliveCount: Int { state.withLock { $0.alive.values.reduce(0, +) } }

  /// The statements with handlers that are alive.
  var alive: Set<Int> { state.withLock { Set($0.alive.filter { $0.value > 0 }.keys) } }

  func retain(_ statement: Int) { state.withLock { $0.alive[statement, default: 0] += 1 } }
  func release(_ statement: Int) { state.withLock { $0.alive[statement, default: 0] -= 1 } }
}
