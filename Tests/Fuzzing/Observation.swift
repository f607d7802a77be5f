/// The part of a running program that can be observed from outside.
struct Observation: Hashable, Sendable {
  /// The outcomes of the values that the program holds.
  var outcomes: [Outcome?]
  /// The outcomes of the waiting tasks.
  var tasks: [Outcome?]
  /// Whether each task has started to wait.
  var started: [Bool]
  /// The inputs that each statement's handler was called with.
  var calls: [[Outcome]]
  /// The progress that each statement's handler was called with, in thousandths.
  var progress: [[Int]]
  /// The settled or unwanted promises that still retain their handlers.
  var retained: [Int] = []
  /// The pending promises that have more observers than they need.
  var crowded: [Int] = []

  /// Whether this observation may precede `other`.
  func mayPrecede(_ other: Observation) -> Bool {
    zip(outcomes + tasks, other.outcomes + other.tasks).allSatisfy { $0 == nil || $0 == $1 }
      && zip(started, other.started).allSatisfy { !$0 || $1 }
      && zip(calls, other.calls).allSatisfy { $1.starts(with: $0) }
  }
}

/// Determines which part of a model state is visible from outside.
struct Visibility {
  private let lowering: Lowering
  private var visible: Set<Int> = []

  init(_ lowering: Lowering) { self.lowering = lowering }

  mutating func add(_ batch: Program.Batch) {
    for statement in batch.threads.joined() {
      visible.insert(statement)
      if case .release(let promise) = lowering.program.statements[statement] { visible.remove(promise) }
    }
  }

  func observation(of state: ModelState) -> Observation {
    let statements = lowering.program.statements.indices
    let outcomes = statements.map { visible.contains($0) ? outcome(of: $0, state) : nil }
    return Observation(
      outcomes: outcomes,
      tasks: statements.map { lowering.tasks[$0].flatMap { state.waits[$0].outcome } },
      started: statements.map { lowering.tasks[$0].map { state.waits[$0].node != nil } ?? false }, calls: state.calls,
      progress: determined(statements.map { state.progress[$0] ?? [] }, outcomes))
  }

  private func outcome(of statement: Int, _ state: ModelState) -> Outcome? {
    guard let node = lowering.results[statement] else { return nil }
    let outcome = state.nodes[node].outcome
    // The outcome of an abandoned guarantee cannot be observed.
    return lowering.specs[node].isGuarantee && outcome == .error(.abandoned) ? nil : outcome
  }

  /// Removes the values that the program has released.
  func filter(_ observation: Observation) -> Observation {
    var observation = observation
    for statement in observation.outcomes.indices where !visible.contains(statement) {
      observation.outcomes[statement] = nil
    }
    observation.progress = determined(observation.progress, observation.outcomes)
    return observation
  }

  /// Returns the part of the progress that does not depend on the order of events.
  ///
  /// For a promise with a producer that reports progress, that is everything. For another promise it is the last
  /// report, unless the promise was rejected: its inputs may have ended in any order.
  private func determined(_ progress: [[Int]], _ outcomes: [Outcome?]) -> [[Int]] {
    progress.enumerated().map { number, all in
      guard case .followProgress(let source, _) = lowering.program.statements[number] else { return [] }
      switch lowering.program.statements[source] {
      case .pending, .watched: return all
      default: break
      }
      if case .error? = outcomes[source] { return [] }
      return visible.contains(source) ? all.suffix(1) : []
    }
  }

  /// Describes how an observation differs from the expected ones.
  func difference(_ observation: Observation, _ expected: [Observation]) -> String {
    let statements = observation.outcomes.indices
    var all: [String] = []
    for number in statements where !expected.contains(where: { $0.outcomes[number] == observation.outcomes[number] }) {
      all.append(
        "p\(number) is \(name(observation.outcomes[number])), not \(names(expected.map { $0.outcomes[number] }))")
    }
    for number in statements where !expected.contains(where: { $0.tasks[number] == observation.tasks[number] }) {
      all.append(
        "task \(number) got \(name(observation.tasks[number])), not \(names(expected.map { $0.tasks[number] }))")
    }
    for number in statements where !expected.contains(where: { $0.started[number] == observation.started[number] }) {
      all.append("task \(number) has \(observation.started[number] ? "" : "not ")started")
    }
    for number in statements where !expected.contains(where: { $0.calls[number] == observation.calls[number] }) {
      let calls = Set(expected.map { $0.calls[number].map { "\($0)" }.description }).sorted()
      all.append("the handler of p\(number) was called with \(observation.calls[number]), not \(calls)")
    }
    for number in statements where !expected.contains(where: { $0.progress[number] == observation.progress[number] }) {
      let progress = Set(expected.map { "\($0.progress[number])" }).sorted()
      all.append("the progress handler of p\(number) was called with \(observation.progress[number]), not \(progress)")
    }
    for number in observation.retained {
      all.append("p\(number) has settled, or is no longer wanted, but still retains its handler")
    }
    for number in observation.crowded { all.append("p\(number) retains observers that are no longer wanted") }
    return all.isEmpty
      ? "each part is possible, but their combination is not: \(observation)" : all.joined(separator: "; ")
  }

  private func name(_ outcome: Outcome?) -> String { outcome.map { "\($0)" } ?? "pending" }

  private func names(_ outcomes: [Outcome?]) -> String { Set(outcomes.map(name)).sorted().joined(separator: " or ") }
}
