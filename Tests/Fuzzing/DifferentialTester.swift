import Foundation
import PromiseConcurrency

/// Runs a program against the library and against the reference model, and compares what can be observed.
package final class DifferentialTester: Sendable {
  package enum Verdict: Sendable {
    /// The library behaved as the model allows.
    case same
    /// The library behaved in a way that the model does not allow.
    case different(String)
    /// There are more interleavings than can be explored.
    case tooManyStates
  }

  private let executors: Executors
  private let environment: Environment
  /// The largest number of states of the model to visit for one batch.
  private let limit: Int
  private let count = Lock(0)

  package init(in environment: Environment, limit: Int = 300) {
    executors = Executors()
    self.environment = environment
    self.limit = limit
    if case .process = environment { Environment.prepareProcess(executors) }
  }

  /// Tests a program.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - patience: How long to wait, in seconds, for an observation that the model predicts.
  package func test(_ program: Program, patience: Double) -> Verdict {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let lowering = Lowering(program)
    var explorer = StateExplorer(lowering, limit: limit)
    let runner = ProgramRunner(program, number: number, executors: executors)
    let context = environment.begin(runner.log, executors)
    // The next program must not start before everything that this program created is released.
    defer { _ = isReleased(runner, patience) }
    var states = [lowering.start]
    var visibility = Visibility(lowering)
    for (index, batch) in program.batches.enumerated() {
      guard let ends = explorer.run(batch, from: states) else {
        return runUnchecked(runner, from: index, context, lowering, patience)
      }
      visibility.add(batch)
      let expected = Dictionary(grouping: ends) { visibility.observation(of: $0) }
      runner.run(batch, context)
      let observed = waitUntil(
        patience, timers: program.hasTimers, tasks: program.hasTasks, { visibility.filter(runner.observe()) },
        { expected[$0] != nil })
      guard let observed else {
        return .different(
          "batch \(index): \(visibility.difference(visibility.filter(runner.observe()), Array(expected.keys)))")
      }
      // A task that has not started yet cannot be distinguished from one that never starts, nor a timer that is about
      // to fire from one that has done all of its work.
      let isCertain = !program.hasTasks && !program.hasTimers
      states = isCertain ? expected[observed]! : ends.filter { observed.mayPrecede(visibility.observation(of: $0)) }
    }
    if let violations = violations(of: runner, lowering, patience) { return .different(violations) }
    guard let ends = explorer.end(from: states) else { return .tooManyStates }
    return compareRecords(runner.log, ends, lowering, patience)
  }

  /// Runs the rest of a program that has too many states to explore. Invariants are still checked.
  private func runUnchecked(
    _ runner: ProgramRunner, from batch: Int, _ context: Environment.Context, _ lowering: Lowering, _ patience: Double
  ) -> Verdict {
    for batch in runner.program.batches[batch...] {
      runner.run(batch, context)
      executors.drain(timers: runner.program.hasTimers, tasks: runner.program.hasTasks)
    }
    return violations(of: runner, lowering, patience).map { .different($0) } ?? .tooManyStates
  }

  /// Releases a program that has run, and returns the invariants that it violated, for any outcome.
  private func violations(of runner: ProgramRunner, _ lowering: Lowering, _ patience: Double) -> String? {
    let order = OrderChecker(lowering).violations(in: runner.log.callOrder, runner.observe())
    guard isReleased(runner, patience) else {
      return "not released: promises \(runner.alive), \(runner.log.aliveCount) handlers"
    }
    let calls = runner.log.calls
    let excess = calls.indices.filter { calls[$0].count > lowering.callLimit(of: $0) }.map { number in
      "the handler of p\(number) was called with \(calls[number])"
    }
    let violations = runner.log.violations + order + excess
    return violations.isEmpty ? nil : violations.joined(separator: "; ")
  }

  /// Compares the records that are complete only after everything has been released.
  private func compareRecords(
    _ log: EventLog, _ ends: [ModelState], _ lowering: Lowering, _ patience: Double
  ) -> Verdict {
    let likely = ends.filter { $0.calls == log.calls }
    if likely.isEmpty { return .different("handlers were called with \(log.calls), not \(ends.map(\.calls))") }
    let expected = Set(likely.map { FinalRecord(of: $0, lowering) })
    // The thread that releases the last reference reports shortly after that.
    let observed = waitUntil(patience, { FinalRecord(of: log) }, { expected.contains($0) })
    return observed != nil ? .same : .different("the final record was \(FinalRecord(of: log)), not \(expected)")
  }

  /// Releases a program. Returns whether everything that it created has been released.
  private func isReleased(_ runner: ProgramRunner, _ patience: Double) -> Bool {
    runner.releaseAll()
    return waitUntil(patience, { runner.alive.count + runner.log.aliveCount }, { $0 == 0 }) != nil
  }

  /// Observes until the result is an expected one that does not change when all queues are drained.
  private func waitUntil<Observed: Equatable>(
    _ seconds: Double, timers: Bool = false, tasks: Bool = true, _ observe: () -> Observed,
    _ isWanted: (Observed) -> Bool
  ) -> Observed? {
    let end = DispatchTime.now() + seconds
    var rounds = 0
    while true {
      executors.drain(tasks: false)
      let observed = observe()
      if isWanted(observed) {
        executors.drain(timers: timers, tasks: tasks)
        if observe() == observed { return observed }
      } else if DispatchTime.now() > end {
        return nil
      }
      rounds += 1
      if rounds > 20 { usleep(rounds > 200 ? 1000 : 20) }
    }
  }
}

/// The records that are complete only after everything has been released.
private struct FinalRecord: Hashable {
  let tasks: [Int: Outcome]
  let reports: [Report: Int]

  init(of log: EventLog) {
    tasks = log.tasks
    reports = log.reports
  }

  init(of state: ModelState, _ lowering: Lowering) {
    var tasks: [Int: Outcome] = [:]
    for (statement, task) in lowering.tasks.enumerated() {
      if let task { tasks[statement] = state.waits[task].outcome }
    }
    self.tasks = tasks
    reports = state.allReports(lowering)
  }
}

extension ModelState {
  /// All reports, including those of rejected promises that are released without having been observed.
  func allReports(_ lowering: Lowering) -> [Report: Int] {
    var all = reports
    let executed = lowering.executed
    for (node, spec) in zip(nodes, lowering.specs)
    where !spec.isGuarantee && !spec.isForeign && executed.contains(spec.statement) {
      guard case .error(let kind) = node.outcome, kind != .cancelled, !node.isObserved, !node.isHandled else {
        continue
      }
      all[.unhandled(kind), default: 0] += 1
    }
    return all
  }
}

extension Program {
  /// Whether any part of the program depends on a system timer.
  fileprivate var hasTimers: Bool {
    statements.contains { statement in
      switch statement {
      case .apply(.timeoutNow, _, _, _), .apply(.timeoutSpare, _, _, _), .apply(.delay, _, _, _),
        .apply(.guaranteeDelay, _, _, _):
        true
      case .apply(.ensureThen, _, _, let handler), .apply(.guaranteeEnsureThen, _, _, let handler):
        handler.returned == nil
      case .wait(_, let mode): mode.hasTimeout
      default: false
      }
    }
  }

  /// Whether any part of the program runs in a task.
  fileprivate var hasTasks: Bool {
    statements.contains { statement in
      switch statement {
      case .apply(let name, _, _, _): name.isAsync
      case .work(let work, _, _): work.isTask
      case .wait, .iterate: true
      default: false
      }
    }
  }
}
