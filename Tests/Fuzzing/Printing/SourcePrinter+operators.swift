extension SourcePrinter.Call {
  /// Returns the source of an operator applied to the source value.
  func text(_ name: Operator) -> String {
    executor.comment + (name.takesGuarantee ? textOfGuarantee(name) : textOfPromise(name))
  }

  private func textOfGuarantee(_ name: Operator) -> String {
    let q = arguments()
    let g = printer.value(source!)
    return switch name {
    case .guaranteeMap: g + ".map\(q)\(guaranteedValue)"
    case .guaranteeThen: g + ".then\(q)\(guaranteedGuarantee)"
    case .guaranteeDone: g + ".done\(q)\(observeGuaranteed)"
    case .guaranteeGet: g + ".get\(q)\(observeGuaranteed)"
    case .guaranteeEnsure: g + ".ensure\(q)\(cleanUp)"
    case .guaranteeEnsureThen: g + ".ensureThen\(q)\(cleanUpLater)"
    case .guaranteeDelay: g + ".delay(seconds: 0)"
    default: fatalError("This operator does not apply to guarantees.")
    }
  }

  private func textOfPromise(_ name: Operator) -> String {
    let q = arguments()
    let value = printer.value(source!)
    let number = printer.program.type(of: source!) == .tick ? ".map(on: nil) { 0 }" : ""
    let p = printer.promise(source!)
    let array = p + ".map(on: nil) { [$0] }."
    let sum = ".map(on: nil) { $0.reduce(0, &+) }"
    return switch name {
    case .map: p + ".map\(q)\(self.value)"
    case .compactMap: p + ".compactMap\(q)\(optional)"
    case .thenPromise: p + ".then\(q)\(promise)"
    case .done: p + ".done\(q)\(observe).map(on: nil) { 0 }"
    case .get: p + ".get\(q)\(observe)"
    case .validate: p + ".validate\(q)\(predicate)"
    case .asVoid: p + ".asVoid().map(on: nil) { 0 }"
    case .tap: p + ".tap\(q)\(observeResult)"
    case .ensure: p + ".\(name.rawValue)\(q)\(cleanUp)"
    case .ensureThen: p + ".ensureThen\(q)\(cleanUpLater)"
    case .catch: p + ".catch\(q)\(observeError)"
    case .catchAll: p + ".catch\(arguments(last: "policy: .allErrors"))\(observeError)"
    case .catchOnlyType: p + ".catch\(arguments(first: "only: TestError.self"))\(observeTestError)"
    case .cauterize: p + ".cauterize()"
    case .recoverPromise: p + ".recover\(arguments(last: "policy: .default"))\(recoverPromise)"
    case .recoverAll: p + ".recover\(arguments(last: "policy: .allErrors"))\(recoverPromise)"
    case .recoverOnly: p + ".recover\(arguments(first: "only: TestError.self"))\(recoverTestErrorWithPromise)"
    case .recoverGuarantee: p + ".recover\(q)\(recoverGuarantee)"
    case .thenMap: array + "thenMap\(q)\(promise)\(sum)"
    case .timeoutNow: value + ".timeout(seconds: 0)\(number)"
    case .timeoutNever: value + ".timeout(seconds: .infinity)\(number)"
    case .timeoutSpare: value + ".timeout(seconds: 0, losers: .spare)\(number)"
    case .delay: p + ".delay(seconds: 0)"
    case .copy: "Promise(\(value))\(number)"
    case .firstly: "firstly { \(p) }"
    case .reduce: p + ".reduce\(executor == .inline ? "(on: nil, [1, 2]) " : arguments(last: "[1, 2]"))\(step)"
    case .asyncMap: p + ".map \(valueLater)"
    case .asyncGet: p + ".get { x in _ = try await \(valueLater)(x) }"
    case .asyncValidate: p + ".validate \(predicateLater)"
    case .asyncRecover: p + ".recover \(recoverLater)"
    // No default, so that the compiler reports a case that is missing.
    case .guaranteeMap, .guaranteeThen, .guaranteeDone, .guaranteeGet, .guaranteeEnsure, .guaranteeEnsureThen,
      .guaranteeDelay:
      fatalError("This operator applies only to guarantees.")
    }
  }

  func text(_ name: Work) -> String { executor.comment + textOfWork(name) }

  private func textOfWork(_ name: Work) -> String {
    let q = arguments()
    return switch name {
    case .async: "\(executor == .serialA ? "a" : executor == .serialB ? "b" : "c").async(.promise) \(work)"
    case .task: "Promise \(workInTask)"
    case .queueOfOne, .queueOfTwo, .shortQueue, .queueWithoutRoom: "\(name.queue!.name).add \(workInTask)"
    case .until:
      "{ var n = 0; return until\(q){ () -> Promise<Bool> in n += 1; return try \(workForPromise)().map(on: nil) { _ in n >= 2 } }"
        + ".map(on: nil) { 0 } }()"
    case .retry: "retry\(arguments(last: "attempts: 1, delay: 0"))\(workForPromise)"
    case .resolver: "Promise<Int> { resolver in resolver.fulfill(try \(work)()) }"
    case .wrap:
      "wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in "
        + "do { handler(try \(work)(), nil) } catch { handler(nil, error) } }"
    }
  }
}

extension SourcePrinter {
  func text(_ combinator: Combinator, of statements: [Int]) -> String {
    let type = program.commonType(of: statements)
    let isDirect = type != nil || combinator.isTuple
    let members = statements.map { member in
      if combinator.takesGuarantees {
        return type == nil && program.type(of: member) == .tick ? "\(value(member)).map(on: nil) { 0 }" : value(member)
      }
      return isDirect && !combinator.isLimited ? value(member) : promise(member)
    }
    let elementType = type.map { combinator.isLimited ? "Promise<Int>" : name($0) } ?? "Promise<Int>"
    return text(combinator, members, elementType, isTick: type == .tick && !combinator.isLimited)
  }

  private func name(_ type: ValueType) -> String {
    switch type {
    case .promise: "Promise<Int>"
    case .guarantee: "Guarantee<Int>"
    case .tick: "Guarantee<Void>"
    case .foreign: "Foreign"
    }
  }

  private func text(_ combinator: Combinator, _ members: [String], _ element: String, isTick: Bool) -> String {
    let list = members.joined(separator: ", ")
    let array = "[\(list)]" + (members.isEmpty ? " as [\(element)]" : "")
    let pairs = members.enumerated().map { "\($0.offset): \($0.element)" }.joined(separator: ", ")
    let dictionary = members.isEmpty ? "[:] as [Int: \(element)]" : "[\(pairs)]"
    let constant = ".map(on: nil) { _ in 7 }"
    let fold = isTick ? constant : ".map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    let guarantees = members.isEmpty ? "[] as [Guarantee<Int>]" : "[\(list)]"
    let number = isTick ? ".map(on: nil) { _ in 0 }" : ""
    return switch combinator {
    case .whenFulfilled: "when(fulfilled: \(array))\(fold)"
    case .whenTuple: "when(fulfilled: \(list)).map(on: nil) { _, _ in 2 }"
    case .whenTriple: "when(fulfilled: \(list)).map(on: nil) { _, _, _ in 3 }"
    case .whenDictionary:
      "when(fulfilled: \(dictionary))"
        + (isTick
          ? constant : ".map(on: nil) { $0.sorted { $0.key < $1.key }.reduce(7) { $0 &* 31 &+ $1.value } }")
    case .whenResolved: "when(resolved: \(array)).map(on: nil) { $0.count }"
    case .whenResolvedDictionary: "when(resolved: \(dictionary)).map(on: nil) { $0.count }"
    case .whenRejected: "when(fulfilled: \(array)) { _, _ in }\(fold)"
    case .whenGuarantees: "when(guarantees: \(guarantees))\(fold)"
    case .raceGuarantees: "race(\(list))"
    case .raceGuaranteesSpare: "race(\(list), losers: .spare)"
    case .whenFulfilledByTwo: "when(fulfilled: (\(array)).makeIterator(), maxConcurrent: 2)\(fold)"
    case .whenResolvedByOne: "when(resolved: (\(array)).makeIterator(), maxConcurrent: 1).map(on: nil) { $0.count }"
    case .race: "race(\(array))\(number)"
    case .raceSpare: "race(\(array), losers: .spare)\(number)"
    case .raceTuple: "race([\(list)])\(number)"
    case .raceFulfilled: "race(fulfilled: \(array))\(number)"
    case .raceFulfilledSpare: "race(fulfilled: \(array), losers: .spare)\(number)"
    }
  }
}

extension Combinator {
  /// Whether the combinator has a concurrency limit. Its inputs are then all promises.
  fileprivate var isLimited: Bool { self == .whenFulfilledByTwo || self == .whenResolvedByOne }
}
