/// Whether handlers of one promise ran in the order in which they were attached, if they ran at the same place.
struct Order {
  private struct Attached {
    let statement: Int
    let source: Int
    let place: Place
    let isWitness: Bool
    let batch: Int
    let thread: Int
  }

  private var attached: [Attached] = []

  init(_ meaning: Meaning) {
    let program = meaning.program
    let isOneThread = program.batches.allSatisfy { $0.threads.count == 1 }
    for (batch, threads) in program.batches.enumerated() {
      for (thread, statements) in threads.threads.enumerated() {
        for statement in statements {
          guard case .apply(let name, let source, let place, _) = program.statements[statement], name.isDirect,
            place.isInOrder, place != .inline || isOneThread && program.isInline
          else { continue }
          attached.append(
            Attached(
              statement: statement, source: source, place: place, isWitness: name.mayRunWhenCancelled, batch: batch,
              thread: thread))
        }
      }
    }
  }

  func faults(in calls: [Int], _ sight: Sight) -> [String] {
    let place = Dictionary(calls.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var faults: [String] = []
    for (index, one) in attached.enumerated() {
      for other in attached[(index + 1)...] where one.source == other.source && one.place == other.place {
        guard one.batch < other.batch || one.thread == other.thread, isCalled(one, sight), isCalled(other, sight),
          let first = place[one.statement], let second = place[other.statement], first > second
        else { continue }
        faults.append("the handler of p\(other.statement) overtook that of p\(one.statement)")
      }
    }
    return faults
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
