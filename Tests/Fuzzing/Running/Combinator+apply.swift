import PromiseConcurrency

extension Combinator {
  /// Applies the combinator, and converts its value into a number.
  func apply(to inputs: [Vertex], _ h: HandlerRunner) -> Vertex {
    if takesGuarantees { return combine(guarantees: inputs) }
    if isTuple { return .promise(combine(tuple: inputs.map(\.any))) }
    if self == .whenFulfilledByTwo || self == .whenResolvedByOne {
      return .promise(combine(inputs.map(\.promise).makeIterator()))
    }
    // Inputs of one type are passed unchanged.
    let guarantees = inputs.compactMap { $0.asGuarantee }
    let ticks = inputs.compactMap { $0.asTick }
    let thenables = inputs.compactMap { $0.asForeign }
    if inputs.isEmpty { return .promise(combine([Promise<Int>](), h) { asNumber($0) }) }
    if guarantees.count == inputs.count { return .promise(combine(guarantees, h) { asNumber($0) }) }
    if ticks.count == inputs.count { return .promise(combine(ticks, h) { asNumber($0) }) }
    if thenables.count == inputs.count { return .promise(combine(thenables, h) { asNumber($0) }) }
    return .promise(combine(inputs.map(\.promise), h) { asNumber($0) })
  }

  private func combine<Input: Thenable>(
    _ inputs: [Input], _ h: HandlerRunner, _ number: @escaping @Sendable (Input.Value) -> Int
  ) -> Promise<Int> {
    let fold: @Sendable ([Input.Value]) -> Int = { values in Self.fold(values.map(number)) }
    let outcomes: @Sendable ([Result<Input.Value, any Error>]) -> Int = { Self.outcomes($0.map { $0.map(number) }) }
    let dictionary = Dictionary(uniqueKeysWithValues: inputs.enumerated().map { ($0.offset, $0.element) })
    switch self {
    case .whenFulfilled: return when(fulfilled: inputs).map(on: nil, fold)
    case .whenDictionary:
      return when(fulfilled: dictionary).map(on: nil) { fold($0.sorted { $0.key < $1.key }.map(\.value)) }
    case .whenResolved: return when(resolved: inputs).map(on: nil) { outcomes($0) }
    case .whenResolvedDictionary:
      return when(resolved: dictionary).map(on: nil) { outcomes($0.sorted { $0.key < $1.key }.map(\.value)) }
    case .whenRejected: return when(fulfilled: inputs) { _, error in h.observe(error) }.map(on: nil, fold)
    case .race: return Self.promiseOfNumber(PromiseCore.race(inputs), number)
    case .raceTuple:
      // A race of two guarantees is a guarantee, and `raceGuarantees` makes it.
      let race = Input.self == Guarantee<Input.Value>.self ? nil : PromiseCore.race(inputs[0], inputs[1])
      return Self.promiseOfNumber(race as! Promise<Input.Value>? ?? PromiseCore.race(inputs), number)
    case .raceSpare: return Self.promiseOfNumber(PromiseCore.race(inputs, losers: .spare), number)
    case .raceFulfilled: return Self.promiseOfNumber(PromiseCore.race(fulfilled: inputs), number)
    case .raceFulfilledSpare: return Self.promiseOfNumber(PromiseCore.race(fulfilled: inputs, losers: .spare), number)
    case .whenTuple, .whenTriple, .whenFulfilledByTwo, .whenResolvedByOne, .whenGuarantees,
      .raceGuarantees, .raceGuaranteesSpare:
      fatalError("This combinator is applied separately.")
    }
  }

  /// Returns the promise itself, or a promise of a number for a promise without a value.
  private static func promiseOfNumber<Value>(
    _ promise: Promise<Value>, _ number: @escaping @Sendable (Value) -> Int
  ) -> Promise<Int> { promise as? Promise<Int> ?? promise.map(on: nil, number) }

  private func combine(_ inputs: IndexingIterator<[Promise<Int>]>) -> Promise<Int> {
    self == .whenFulfilledByTwo
      ? when(fulfilled: inputs, maxConcurrent: 2).map(on: nil, Self.fold)
      : when(resolved: inputs, maxConcurrent: 1).map(on: nil) { Self.outcomes($0) }
  }

  private func combine(tuple inputs: [any Thenable]) -> Promise<Int> {
    self == .whenTriple ? triple(inputs[0], inputs[1], inputs[2]) : pair(inputs[0], inputs[1])
  }

  private func pair<A: Thenable, B: Thenable>(_ a: A, _ b: B) -> Promise<Int> {
    switch self {
    case .whenTuple: when(fulfilled: a, b).map(on: nil) { Self.fold([asNumber($0), asNumber($1)]) }
    default: fatalError("This combinator does not take two inputs.")
    }
  }

  private func triple<A: Thenable, B: Thenable, C: Thenable>(_ a: A, _ b: B, _ c: C) -> Promise<Int> {
    when(fulfilled: a, b, c).map(on: nil) { Self.fold([asNumber($0), asNumber($1), asNumber($2)]) }
  }

  // MARK: - Guarantees

  private func combine(guarantees inputs: [Vertex]) -> Vertex {
    let ticks = inputs.compactMap { $0.asTick }
    if !ticks.isEmpty, ticks.count == inputs.count {
      if self == .whenGuarantees {
        let count = ticks.count
        return .guarantee(when(guarantees: ticks).map(on: nil) { Self.fold(Array(repeating: 0, count: count)) })
      }
      return .tick(race(ticks))
    }
    let guarantees = inputs.map { member in
      switch member {
      case .guarantee(let guarantee): guarantee
      case .tick(let guarantee): guarantee.map(on: nil) { 0 }
      case .promise, .foreign: fatalError("This value is not a guarantee.")
      }
    }
    return .guarantee(
      self == .whenGuarantees ? when(guarantees: guarantees).map(on: nil, Self.fold) : race(guarantees))
  }

  /// Races guarantees. This form takes no array.
  private func race<Value>(_ inputs: [Guarantee<Value>]) -> Guarantee<Value> {
    let losers = self == .raceGuarantees ? LoserPolicy.cancel : .spare
    return switch inputs.count {
    case 1: PromiseCore.race(inputs[0], losers: losers)
    case 2: PromiseCore.race(inputs[0], inputs[1], losers: losers)
    default: PromiseCore.race(inputs[0], inputs[1], inputs[2], losers: losers)
    }
  }

  // MARK: - Numbers

  @Sendable private static func outcomes(_ results: [Result<Int, any Error>]) -> Int {
    fold(results.map { Outcome($0).code })
  }

  @Sendable private static func fold(_ values: [Int]) -> Int { Outcome.fold(values.map { .value($0) }) }
}
