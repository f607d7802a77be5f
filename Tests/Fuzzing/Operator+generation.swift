extension Operator {
  enum HandlerKind {
    case none, returnsValue, cannotThrow, returnsPromise, returnsGuarantee, returnsTick, returnsNothing
  }

  var handlerKind: HandlerKind {
    switch self {
    case .asVoid, .cauterize, .timeoutNow, .timeoutNever, .timeoutSpare, .delay, .copy,
      .firstly, .guaranteeDelay:
      .none
    case .thenPromise, .recoverPromise, .recoverAll, .recoverOnly, .thenMap, .reduce: .returnsPromise
    case .recoverGuarantee, .guaranteeThen: .returnsGuarantee
    case .guaranteeMap: .cannotThrow
    case .ensureThen, .guaranteeEnsureThen: .returnsTick
    case .guaranteeDone, .guaranteeGet, .guaranteeEnsure, .tap, .ensure, .catch,
      .catchAll, .catchOnlyType:
      .returnsNothing
    default: .returnsValue
    }
  }

  /// Whether the handler can return the promise that the operator creates, which rejects it.
  var canReturnItself: Bool { self == .thenPromise || self == .recoverPromise || self == .reduce }

  /// Whether the handler can return a guarantee or a foreign thenable.
  var canReturnAnyThenable: Bool { self == .thenPromise || self == .recoverPromise }

}

extension Combinator {
  /// The number of inputs, if the form fixes it.
  var arity: Int? {
    switch self {
    case .whenTuple, .raceTuple: 2
    case .whenTriple: 3
    default: nil
    }
  }

  var needsMember: Bool { self == .raceGuarantees || self == .raceGuaranteesSpare }
}
