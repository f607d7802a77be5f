/// Checks the order of handlers that run on the same executor. The handlers of one promise run in the order in which
/// they were attached; the handlers of two promises run in the order in which one thread settled the promises.
struct OrderChecker {
  private struct Attached {
    let statement: Int
    let source: Int
    let executor: ExecutorKind
    let mayRunOnCancellation: Bool
    let batch: Int
    let thread: Int
  }

  /// When a promise was settled, and its outcome, if only one statement can have settled it.
  ///
  /// The outcome distinguishes this from a cancellation, except for a timer, which is excluded.
  private struct Settled {
    let batch: Int
    let thread: Int
    let index: Int
    let outcome: Outcome
  }

  private var attached: [Attached] = []
  private var settled: [Int: Settled] = [:]

  init(_ lowering: Lowering) {
    let program = lowering.program
    let isInline = program.isInline && program.batches.allSatisfy { $0.threads.count == 1 }
    for (batch, threads) in program.batches.enumerated() {
      for (thread, statements) in threads.threads.enumerated() {
        for (index, statement) in statements.enumerated() {
          switch program.statements[statement] {
          case .apply(let name, let source, let executor, _)
          where name.isDirect && program.isDirectSource(source, of: name) && executor.isOrdered
            && (executor != .inline || isInline):
            attached.append(
              Attached(
                statement: statement, source: source, executor: executor,
                mayRunOnCancellation: name.mayRunOnCancellation, batch: batch, thread: thread))
          case .work(let work, _, _) where work.queue?.width == 1:
            // Elements of one queue start in the order in which they were added.
            attached.append(
              Attached(
                statement: statement, source: work == .queueOfOne ? -1 : -2, executor: .serialA,
                mayRunOnCancellation: false, batch: batch, thread: thread))
          case .act(.fulfill(let source, let value)) where program.settlerCount(of: source) == 1:
            settled[source] = Settled(batch: batch, thread: thread, index: index, outcome: .value(value))
          case .act(.reject(let source, let code)) where program.settlerCount(of: source) == 1:
            settled[source] = Settled(batch: batch, thread: thread, index: index, outcome: .error(.thrown(code)))
          default: break
          }
        }
      }
    }
  }

  func violations(in calls: [Int], _ observation: Observation) -> [String] {
    let positions = Dictionary(
      calls.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var violations: [String] = []
    for one in attached where isCalled(one, observation) {
      for other in attached
      where one.executor == other.executor && isBefore(one, other, observation) && isCalled(other, observation) {
        guard let first = positions[one.statement], let second = positions[other.statement], first > second else {
          continue
        }
        violations.append("the handler of p\(other.statement) ran before the handler of p\(one.statement)")
      }
    }
    return violations
  }

  /// Whether the handler of one promise must run before the handler of the other.
  private func isBefore(_ one: Attached, _ other: Attached, _ observation: Observation) -> Bool {
    if one.source == other.source {
      return one.statement < other.statement && (one.batch < other.batch || one.thread == other.thread)
    }
    guard let first = settled[one.source], let second = settled[other.source], one.executor != .inline,
      first.batch == second.batch, first.thread == second.thread, first.index < second.index,
      // Both handlers were attached before, and these statements settled the promises.
      one.batch < first.batch, other.batch < first.batch,
      observation.outcomes[one.source] == first.outcome, observation.outcomes[other.source] == second.outcome
    else { return false }
    return true
  }

  /// Whether the handler was called because its source settled.
  private func isCalled(_ one: Attached, _ observation: Observation) -> Bool {
    guard one.mayRunOnCancellation else { return true }
    guard let outcome = observation.outcomes[one.statement] else { return false }
    return outcome != .error(.cancelled)
  }
}

extension Program {
  /// Whether the whole program runs on the threads that execute its statements.
  fileprivate var isInline: Bool {
    statements.allSatisfy { statement in
      switch statement {
      case .apply(let name, _, let executor, _): executor == .inline && name.isInline
      case .work, .wait, .iterate: false
      case .combine(let combinator, _): combinator != .whenRejected
      default: true
      }
    }
  }

  /// Whether an operator attaches its handler directly to the value of a statement.
  fileprivate func isDirectSource(_ source: Int, of name: Operator) -> Bool {
    name.takesGuarantee || type(of: source) == .promise
  }

  /// The number of statements and handlers that use the resolver of a promise.
  fileprivate func settlerCount(of source: Int) -> Int {
    statements.reduce(0) { count, statement in
      if case .act(let action) = statement { return count + (action.settles(source) ? 1 : 0) }
      return count + (statement.handler?.actions.count { $0.settles(source) } ?? 0)
    }
  }
}

extension Action {
  fileprivate func settles(_ source: Int) -> Bool {
    switch self {
    case .fulfill(source, _), .reject(source, _), .abandon(source), .fire(source): true
    default: false
    }
  }
}

extension Operator {
  /// Whether the handler is attached to its source without an intermediate promise.
  fileprivate var isDirect: Bool {
    switch self {
    case .map, .thenPromise, .done, .get, .validate, .compactMap, .tap, .ensure,
      .ensureThen, .catch, .catchAll, .catchOnlyType, .recoverPromise, .recoverAll,
      .recoverOnly, .recoverGuarantee, .guaranteeMap, .guaranteeThen, .guaranteeDone, .guaranteeGet,
      .guaranteeEnsure, .guaranteeEnsureThen:
      true
    default: false
    }
  }

  fileprivate var mayRunOnCancellation: Bool {
    switch self {
    case .tap, .ensure, .ensureThen, .catchAll: true
    default: false
    }
  }

  /// Whether everything runs inline where the source settles, provided that the handler runs inline.
  var isInline: Bool {
    switch self {
    case .timeoutNow, .timeoutSpare, .delay, .ensureThen, .guaranteeDelay, .guaranteeEnsureThen: false
    default: !isAsync
    }
  }

  /// Whether the handler is a task.
  var isAsync: Bool {
    switch self {
    case .asyncMap, .asyncGet, .asyncValidate, .asyncRecover: true
    default: false
    }
  }
}
