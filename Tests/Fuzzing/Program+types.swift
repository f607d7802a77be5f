extension Program {
  /// The type of the value that a statement creates.
  package func type(of number: Int) -> ValueType {
    switch statements[number] {
    case .pendingGuarantee: .guarantee
    case .timer: .tick
    case .foreign: .foreign
    case .apply(let name, let source, _, let handler): type(of: name, source, handler)
    case .combine(let combinator, let members): type(of: combinator, members)
    default: .promise
    }
  }

  private func type(of name: Operator, _ source: Int, _ handler: Handler) -> ValueType {
    switch name {
    case .recoverGuarantee, .guaranteeMap: .guarantee
    case .guaranteeDone: .tick
    case .guaranteeThen: handler.returned.map(type) ?? .guarantee
    case .guaranteeGet, .guaranteeEnsure, .guaranteeEnsureThen, .guaranteeDelay: type(of: source)
    default: .promise
    }
  }

  private func type(of combinator: Combinator, _ members: [Int]) -> ValueType {
    switch combinator {
    case .whenGuarantees: .guarantee
    case .raceGuarantees, .raceGuaranteesSpare: commonType(of: members) ?? .guarantee
    default: .promise
    }
  }

  /// The common type of all inputs, or `nil` if they have different types.
  func commonType(of members: [Int]) -> ValueType? {
    guard let first = members.first.map(type), members.allSatisfy({ type(of: $0) == first }) else { return nil }
    return first
  }
}

extension Program {
  /// Whether a statement is executed in a scope with a separate default queue.
  func isScoped(_ statement: Int) -> Bool { scoped.contains(statement) || statements[statement].executor == .scoped }
}

extension Statement {
  /// The executor of the handler.
  var executor: ExecutorKind? {
    switch self {
    case .apply(_, _, let executor, _), .work(_, let executor, _): executor
    default: nil
    }
  }

  /// Whether the statement has the same meaning in a scope with a separate default queue.
  var mayBeScoped: Bool {
    switch self {
    case .apply(_, _, let executor, _), .work(_, let executor, _): executor != .default
    case .act: true
    default: false
    }
  }
}

/// The queues that every program has, which are instances of `PromiseQueue`.
package enum QueueKind: String, Sendable, CaseIterable {
  case ofOne, ofTwo
  /// One element may be running, and one may be waiting.
  case short
  /// Two elements may be running, and none may be waiting.
  case withoutRoom

  /// The number of elements that may be running.
  var width: Int { self == .ofOne || self == .short ? 1 : 2 }

  /// The number of elements that may be waiting, or `nil` for no limit.
  var maxWaiting: Int? {
    switch self {
    case .ofOne, .ofTwo: nil
    case .short: 1
    case .withoutRoom: 0
    }
  }
}

extension Program {
  /// The queues to which the program adds elements, or that it cancels.
  var queues: Set<QueueKind> {
    var all: Set<QueueKind> = []
    for statement in statements {
      if case .work(let work, _, _) = statement, let queue = work.queue { all.insert(queue) }
      if case .act(.cancelAll(let queue)) = statement { all.insert(queue) }
      for case .cancelAll(let queue) in statement.handler?.actions ?? [] { all.insert(queue) }
    }
    return all
  }
}

extension Operator {
  /// Whether the operator is applied to a guarantee, and not to a promise of its value.
  var takesGuarantee: Bool {
    switch self {
    case .guaranteeMap, .guaranteeThen, .guaranteeDone, .guaranteeGet, .guaranteeEnsure,
      .guaranteeEnsureThen, .guaranteeDelay:
      true
    default: false
    }
  }

  /// Whether the operator is applied to any thenable directly, and not to a promise that adopts its outcome.
  var takesAnyThenable: Bool {
    switch self {
    case .timeoutNow, .timeoutNever, .timeoutSpare, .copy: true
    default: false
    }
  }
}

extension Combinator {
  /// Whether the form has one parameter for each input, so that inputs may have different types.
  var isTuple: Bool {
    switch self {
    case .whenTuple, .whenTriple: true
    default: false
    }
  }

  /// Whether the inputs are guarantees.
  var takesGuarantees: Bool { self == .whenGuarantees || self == .raceGuarantees || self == .raceGuaranteesSpare }
}
