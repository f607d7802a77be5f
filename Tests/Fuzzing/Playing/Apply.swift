import Dispatch
import PromiseConcurrency

extension Operator {
  /// The operator itself, with a handler for a queue or inline.
  func apply(to p: Promise<Int>, on q: DispatchQueue?, _ c: Caller) -> Promise<Int> {
    switch self {
    case .map: p.map(on: q) { try c.number($0) }
    case .thenValue: p.then(on: q) { try c.number($0) }
    case .thenPromise: p.then(on: q) { try c.promise($0) }
    case .thenVoid: p.then(on: q) { try c.looks($0) }
    case .done: p.done(on: q) { try c.looks($0) }.map(on: nil) { 0 }
    case .get: p.get(on: q) { try c.looks($0) }
    case .validate: p.validate(on: q) { try c.says($0) }
    case .compactMap: p.compactMap(on: q) { try c.maybe($0) }
    case .asVoid: p.asVoid().map(on: nil) { 0 }
    case .tap: p.tap(on: q) { c.witness($0) }
    case .ensure: p.ensure(on: q) { c.ends() }
    case .finally: p.finally(on: q) { c.ends() }
    case .always: p.always(on: q) { c.ends() }
    case .ensureThen:
      p.ensureThen(on: q) {
        c.ends()
        return after(seconds: 0)
      }
    case .catch: p.catch(on: q) { c.witness($0) }
    case .catchAll: p.catch(on: q, policy: .allErrors) { c.witness($0) }
    case .catchOnlyType: p.catch(only: FuzzError.self, on: q) { c.witness($0) }
    case .catchOnlyOne: p.catch(only: c.one, on: q) { c.witness($0) }
    case .cauterize: p.cauterize(line: c.line)
    case .recover: p.recover(on: q) { try c.recovered($0) }
    case .recoverPromise: p.recover(on: q) { try c.recoveredPromise($0) }
    case .recoverAll: p.recover(on: q, policy: .allErrors) { try c.recovered($0) }
    case .recoverOnly: p.recover(only: FuzzError.self, on: q) { try c.recovered($0) }
    case .mapValues: p.inArray.mapValues(on: q) { try c.number($0) }.sum
    case .flatMapValues: p.inArray.flatMapValues(on: q) { [try c.number($0)] }.sum
    case .compactMapValues: p.inArray.compactMapValues(on: q) { try c.maybe($0) }.sum
    case .filterValues: p.inArray.filterValues(on: q) { try c.says($0) }.sum
    case .firstValue: p.inArray.firstValue(on: q) { try c.says($0) }
    case .lastValue: p.inArray.lastValue
    case .sortedValues: p.inArray.sortedValues().sum
    case .thenMap: p.inArray.thenMap(on: q) { try c.promise($0) }.sum
    case .thenFlatMap: p.inArray.thenFlatMap(on: q) { try c.promise($0).map(on: nil) { [$0] } }.sum
    case .timeoutNow: p.timeout(0)
    case .timeoutNever: p.timeout(.infinity)
    case .timeoutSpare: p.timeout(0, losers: .spare)
    case .delay: p.delay(0)
    case .copy: Promise(p)
    case .firstly: PromiseCore.firstly { p }
    case .asyncMap: p.map { try await c.waits($0) }
    case .asyncThen: p.then { try await c.waitsForPromise($0) }
    case .asyncGet: p.get { _ = try await c.waits($0) }
    case .asyncValidate: p.validate { try await c.saysLater($0) }
    case .asyncRecover: p.recover { try await c.recoversLater($0) }
    case .guaranteeMap: Promise(p.forSure.map(on: q) { c.surely($0) })
    case .guaranteeThen: Promise(p.forSure.then(on: q) { Guarantee.value(c.surely($0)) })
    case .guaranteeDone: Promise(p.forSure.done(on: q) { _ = c.surely($0) }.map(on: nil) { 0 })
    case .guaranteeGet: Promise(p.forSure.get(on: q) { _ = c.surely($0) })
    case .guaranteeTap: Promise(p.forSure.tap(on: q) { c.witness($0) })
    case .guaranteeEnsure: Promise(p.forSure.ensure(on: q) { c.ends() })
    case .reduce: p.reduce(on: q, 1, 2) { partial, _ in try c.promise(partial) }
    }
  }

  /// With a handler that says nothing of a queue; `nil` for those that do not come in that form here.
  ///
  /// - Parameter actor: Where it is written.
  func applyWhereWritten(to p: Promise<Int>, _ c: Caller, _ actor: isolated (any Actor)?) -> Promise<Int>? {
    switch self {
    case .map: p.map { try c.number($0) }
    case .thenPromise: p.then { try c.promise($0) }
    case .done: p.done { try c.looks($0) }.map(on: nil) { 0 }
    case .get: p.get { try c.looks($0) }
    case .tap: p.tap { c.witness($0) }
    case .ensure: p.ensure { c.ends() }
    case .catch: p.catch { c.witness($0) }
    case .recover: p.recover { try c.recovered($0) }
    default: nil
    }
  }
}

extension Promise<Int> {
  fileprivate var forSure: Guarantee<Int> { recover(on: nil) { _ in Guarantee.value(0) } }
  fileprivate var inArray: Promise<[Int]> { map(on: nil) { [$0] } }
}

extension Promise<[Int]> {
  fileprivate var sum: Promise<Int> { map(on: nil) { $0.reduce(0, &+) } }
}

extension Join {
  /// The combinator itself, with what comes of it as a number.
  func apply(to members: [Promise<Int>], _ c: Caller) -> Promise<Int> {
    switch self {
    case .whenFulfilled: when(fulfilled: members).map(on: nil, Self.fold)
    case .whenTuple: when(fulfilled: members[0], members[1]).map(on: nil) { Self.fold([$0, $1]) }
    case .whenTriple:
      when(fulfilled: members[0], members[1], members[2]).map(on: nil) { Self.fold([$0, $1, $2]) }
    case .whenDictionary:
      when(fulfilled: Dictionary(uniqueKeysWithValues: members.enumerated().map { ($0.offset, $0.element) }))
        .map(on: nil) { values in Self.fold(values.sorted { $0.key < $1.key }.map(\.value)) }
    case .whenResolved: when(resolved: members).then(on: nil) { Self.outcomes($0) }
    case .whenRejected: when(fulfilled: members) { _, error in c.witness(error) }.map(on: nil, Self.fold)
    case .all: PromiseCore.all(members).map(on: nil, Self.fold)
    case .any: PromiseCore.any(members).map(on: nil) { Self.outcomes($0.map(\.result)) }
    case .whenResolvedDictionary:
      when(resolved: Dictionary(uniqueKeysWithValues: members.enumerated().map { ($0.offset, $0.element) }))
        .then(on: nil) { results in Self.outcomes(results.sorted { $0.key < $1.key }.map(\.value)) }
    case .whenGuarantees: Promise(when(guarantees: members.map(\.forSure)).map(on: nil, Self.fold))
    case .allTuple: PromiseCore.all(members[0], members[1]).map(on: nil) { Self.fold([$0, $1]) }
    case .anyTuple: PromiseCore.any(members[0], members[1]).map(on: nil) { Self.outcomes([$0.result, $1.result]) }
    case .raceTuple: PromiseCore.race(members[0], members[1])
    case .race: PromiseCore.race(members)
    case .whenFulfilledByTwo: when(fulfilled: members.makeIterator(), concurrently: 2).map(on: nil, Self.fold)
    case .whenResolvedByOne:
      when(resolved: members.makeIterator(), concurrently: 1).then(on: nil) { Self.outcomes($0) }
    case .raceSpare: PromiseCore.race(members, losers: .spare)
    case .raceFulfilled: PromiseCore.race(fulfilled: members)
    }
  }

  @Sendable private static func outcomes(_ results: [Result<Int, any Error>]) -> Int {
    fold(results.map { Outcome($0).code })
  }

  @Sendable private static func fold(_ values: [Int]) -> Int { Outcome.fold(values.map { .value($0) }) }
}

extension Work {
  func start(on q: DispatchQueue?, _ c: Caller) -> Promise<Int> {
    switch self {
    case .value: Promise(on: q) { try c.number(0) }
    case .promise: Promise(on: q) { try c.promise(0) }
    case .callback: Promise(on: q) { fulfill, _ in fulfill(try c.number(0)) }
    case .async: q!.async(.promise) { try c.number(0) }
    case .task: Promise { try await c.waits(0) }
    case .resolver: Promise { resolver in resolver.fulfill(try c.number(0)) }
    case .wrap:
      PromiseCore.wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in
        do { handler(try c.number(0), nil) } catch { handler(nil, error) }
      }
    case .until: PromiseCore.until(on: q) { try c.promise(0).map(on: nil) { c.calls < 2 ? nil : $0 } }
    case .retry: PromiseCore.retry(on: q, attempts: 1, delay: 0) { try c.promise(0) }
    }
  }
}
