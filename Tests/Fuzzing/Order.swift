/// Whether handlers that run at the same place ran in the order in which they were due: those of one promise in the order
/// in which they were attached; those of two promises in the order in which one thread settled these.
struct Order {
  private struct Attached {
    let statement: Int
    let source: Int
    let place: Place
    let isWitness: Bool
    let batch: Int
    let thread: Int
  }

  /// When and how a promise was settled, if there is one statement only that can have done it.
  private struct Settled {
    let batch: Int
    let thread: Int
    let index: Int
    let outcome: Outcome
  }

  private var attached: [Attached] = []
  private var settled: [Int: Settled] = [:]

  init(_ meaning: Meaning) {
    let program = meaning.program
    let isInline = program.isInline && program.batches.allSatisfy { $0.threads.count == 1 }
    for (batch, threads) in program.batches.enumerated() {
      for (thread, statements) in threads.threads.enumerated() {
        for (index, statement) in statements.enumerated() {
          switch program.statements[statement] {
          case .apply(let name, let source, let place, _)
          where name.isDirect && place.isInOrder && (place != .inline || isInline):
            attached.append(
              Attached(
                statement: statement, source: source, place: place, isWitness: name.mayRunWhenCancelled, batch: batch,
                thread: thread))
          case .act(.fulfill(let source, let value)) where program.settlers(of: source) == 1:
            settled[source] = Settled(batch: batch, thread: thread, index: index, outcome: .value(value))
          case .act(.reject(let source, let code)) where program.settlers(of: source) == 1:
            settled[source] = Settled(batch: batch, thread: thread, index: index, outcome: .error(.thrown(code)))
          default: break
          }
        }
      }
    }
  }

  func faults(in calls: [Int], _ sight: Sight) -> [String] {
    let place = Dictionary(calls.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var faults: [String] = []
    for one in attached where isCalled(one, sight) {
      for other in attached where one.place == other.place && isBefore(one, other, sight) && isCalled(other, sight) {
        guard let first = place[one.statement], let second = place[other.statement], first > second else { continue }
        faults.append("the handler of p\(other.statement) overtook that of p\(one.statement)")
      }
    }
    return faults
  }

  /// Whether the handler of one is due before that of another.
  private func isBefore(_ one: Attached, _ other: Attached, _ sight: Sight) -> Bool {
    if one.source == other.source {
      return one.statement < other.statement && (one.batch < other.batch || one.thread == other.thread)
    }
    guard let first = settled[one.source], let second = settled[other.source], one.place != .inline,
      first.batch == second.batch, first.thread == second.thread, first.index < second.index,
      // Both were there before, and it was these statements that settled them.
      one.batch < first.batch, other.batch < first.batch,
      sight.outcomes[one.source] == first.outcome, sight.outcomes[other.source] == second.outcome
    else { return false }
    return true
  }

  /// Whether its handler was called because its source was settled.
  private func isCalled(_ one: Attached, _ sight: Sight) -> Bool {
    guard one.isWitness else { return true }
    guard let outcome = sight.outcomes[one.statement] else { return false }
    return outcome != .error(.cancelled)
  }
}

extension Program {
  /// Whether all that it does is done by the thread that does its statements.
  fileprivate var isInline: Bool {
    statements.allSatisfy { statement in
      switch statement {
      case .apply(let name, _, let place, _): place == .inline && name.isInline
      case .work, .wait: false
      case .join(let join, _): join != .whenRejected
      default: true
      }
    }
  }

  /// How many statements and handlers use the resolver of a promise.
  fileprivate func settlers(of source: Int) -> Int {
    statements.reduce(0) { count, statement in
      switch statement {
      case .act(let act): count + (act.settles(source) ? 1 : 0)
      case .apply(_, _, _, let handler), .work(_, _, let handler), .watched(let handler):
        count + handler.acts.count { $0.settles(source) }
      default: count
      }
    }
  }
}

extension Act {
  fileprivate func settles(_ source: Int) -> Bool {
    switch self {
    case .fulfill(source, _), .reject(source, _), .abandon(source): true
    default: false
    }
  }
}

extension Operator {
  /// Whether its handler is that of its source, with nothing between.
  fileprivate var isDirect: Bool {
    switch self {
    case .map, .thenValue, .thenPromise, .thenVoid, .done, .get, .validate, .compactMap, .tap, .ensure, .finally,
      .always, .ensureThen, .catch, .catchAll, .catchOnlyType, .catchOnlyOne, .recover, .recoverPromise, .recoverAll,
      .recoverOnly:
      true
    default: false
    }
  }

  fileprivate var mayRunWhenCancelled: Bool {
    switch self {
    case .tap, .ensure, .finally, .always, .ensureThen, .catchAll: true
    default: false
    }
  }

  /// Whether it does all that it does wherever its source settles, if its handler runs inline.
  var isInline: Bool {
    switch self {
    case .timeoutNow, .timeoutSpare, .delay, .ensureThen: false
    default: !isAsync
    }
  }

  /// Whether its handler is a task.
  var isAsync: Bool {
    switch self {
    case .asyncMap, .asyncThen, .asyncGet, .asyncValidate, .asyncRecover: true
    default: false
    }
  }
}
