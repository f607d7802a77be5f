extension Writer.Call {
  /// An operator on `p`.
  func text(_ name: Operator, of p: String) -> String {
    let q = arguments()
    let array = p + ".map(on: nil) { [$0] }."
    let sum = ".map(on: nil) { $0.reduce(0, &+) }"
    let sure = p + ".recover(on: nil) { _ in Guarantee.value(0) }."
    let text =
      switch name {
      case .map: p + ".map\(q)\(value)"
      case .compactMap: p + ".compactMap\(q)\(maybe)"
      case .thenValue: p + ".then\(q)\(value)"
      case .thenPromise: p + ".then\(q)\(promise)"
      case .thenVoid: p + ".then\(q)\(looks)"
      case .done: p + ".done\(q)\(looks).map(on: nil) { 0 }"
      case .get: p + ".get\(q)\(looks)"
      case .validate: p + ".validate\(q)\(says)"
      case .asVoid: p + ".asVoid().map(on: nil) { 0 }"
      case .tap: p + ".tap\(q)\(witnessOfResult)"
      case .ensure, .finally, .always: p + ".\(name.rawValue)\(q)\(ends)"
      case .ensureThen: p + ".ensureThen\(q)\(endsLater)"
      case .catch: p + ".catch\(q)\(witnessOfError)"
      case .catchAll: p + ".catch\(arguments(last: "policy: .allErrors"))\(witnessOfError)"
      case .catchOnlyType: p + ".catch\(arguments(first: "only: TestError.self"))\(witnessOfTestError)"
      case .catchOnlyOne: p + ".catch\(arguments(first: "only: TestError(code: 1)"))\(witnessOfTestError)"
      case .cauterize: p + ".cauterize()"
      case .recover: p + ".recover\(q)\(recovered)"
      case .recoverPromise: p + ".recover\(q)\(recoveredPromise)"
      case .recoverAll: p + ".recover\(arguments(last: "policy: .allErrors"))\(recovered)"
      case .recoverOnly: p + ".recover\(arguments(first: "only: TestError.self"))\(recoveredTestError)"
      case .mapValues: array + "mapValues\(q)\(value)\(sum)"
      case .flatMapValues: array + "flatMapValues\(q)\(self.array)\(sum)"
      case .compactMapValues: array + "compactMapValues\(q)\(maybe)\(sum)"
      case .filterValues: array + "filterValues\(q)\(says)\(sum)"
      case .thenMap: array + "thenMap\(q)\(promise)\(sum)"
      case .thenFlatMap: array + "thenFlatMap\(q)\(arrays)\(sum)"
      case .firstValue: array + "firstValue\(q)\(says)"
      case .lastValue: array + "lastValue"
      case .sortedValues: array + "sortedValues()\(sum)"
      case .timeoutNow: p + ".timeout(0)"
      case .timeoutNever: p + ".timeout(.infinity)"
      case .timeoutSpare: p + ".timeout(0, losers: .spare)"
      case .delay: p + ".delay(0)"
      case .copy: "Promise(\(p))"
      case .firstly: "firstly { \(p) }"
      case .guaranteeMap: "Promise(\(sure)map\(q)\(value))"
      case .guaranteeThen: "Promise(\(sure)then\(q)\(guarantee))"
      case .guaranteeDone: "Promise(\(sure)done\(q)\(looks).map(on: nil) { 0 })"
      case .guaranteeGet: "Promise(\(sure)get\(q)\(looks))"
      case .guaranteeTap: "Promise(\(sure)tap\(q)\(witnessOfResult))"
      case .guaranteeEnsure: "Promise(\(sure)ensure\(q)\(ends))"
      case .reduce: p + ".reduce\(place == .inline ? "(on: nil, 1, 2) " : arguments(last: "1, 2"))\(step)"
      case .asyncMap: p + ".map \(waits)"
      case .asyncThen: p + ".then \(waitsForPromise)"
      case .asyncGet: p + ".get { x in _ = try await \(waits)(x) }"
      case .asyncValidate: p + ".validate \(saysLater)"
      case .asyncRecover: p + ".recover \(recoversLater)"
      }
    return place == .actor ? "/* on an actor */ " + text : text
  }

  func text(_ name: Work) -> String {
    let q = arguments()
    return switch name {
    case .value: "Promise\(q)\(work)"
    case .promise: "Promise\(q)\(workForPromise)"
    case .callback: "Promise<Int>\(q){ fulfill, _ in fulfill(try \(work)()) }"
    case .async: "\(place == .serialA ? "a" : place == .serialB ? "b" : "c").async(.promise) \(work)"
    case .task: "Promise \(workInTask)"
    case .until:
      "{ var n = 0; return until\(q){ () -> Promise<Int?> in n += 1; return try \(workForPromise)().map(on: nil) { n < 2 ? nil : $0 } } }()"
    case .retry: "retry\(arguments(last: "attempts: 1, delay: 0"))\(workForPromise)"
    case .resolver: "Promise<Int> { resolver in resolver.fulfill(try \(work)()) }"
    case .wrap:
      "wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in "
        + "do { handler(try \(work)(), nil) } catch { handler(nil, error) } }"
    }
  }
}

extension Writer {
  func text(_ join: Join, of members: [String]) -> String {
    let list = members.joined(separator: ", ")
    let array = "[\(list)]" + (members.isEmpty ? " as [Promise<Int>]" : "")
    let pairs = members.enumerated().map { "\($0.offset): \($0.element)" }.joined(separator: ", ")
    let dictionary = members.isEmpty ? "[:] as [Int: Promise<Int>]" : "[\(pairs)]"
    let fold = ".map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    let pair = ".map(on: nil) { x, y in [x, y].reduce(7) { $0 &* 31 &+ $1 } }"
    return switch join {
    case .whenFulfilled: "when(fulfilled: \(array))\(fold)"
    case .whenTuple: "when(fulfilled: \(list))\(pair)"
    case .whenTriple: "when(fulfilled: \(list)).map(on: nil) { x, y, z in [x, y, z].reduce(7) { $0 &* 31 &+ $1 } }"
    case .whenDictionary:
      "when(fulfilled: \(dictionary)).map(on: nil) { $0.sorted { $0.key < $1.key }.reduce(7) { $0 &* 31 &+ $1.value } }"
    case .whenResolved: "when(resolved: \(array)).then(on: nil) { $0.count }"
    case .whenResolvedDictionary: "when(resolved: \(dictionary)).then(on: nil) { $0.count }"
    case .whenRejected: "when(fulfilled: \(array)) { _, _ in }\(fold)"
    case .whenGuarantees:
      "Promise(when(guarantees: (\(array)).map { $0.recover(on: nil) { _ in Guarantee.value(0) } })\(fold))"
    case .whenFulfilledByTwo: "when(fulfilled: (\(array)).makeIterator(), concurrently: 2)\(fold)"
    case .whenResolvedByOne: "when(resolved: (\(array)).makeIterator(), concurrently: 1).then(on: nil) { $0.count }"
    case .all: "all(\(array))\(fold)"
    case .allTuple: "all(\(list))\(pair)"
    case .any: "any(\(array)).map(on: nil) { $0.count }"
    case .anyTuple: "any(\(list)).map(on: nil) { _, _ in 2 }"
    case .race: "race(\(array))"
    case .raceSpare: "race(\(array), losers: .spare)"
    case .raceTuple: "race(\(list))"
    case .raceFulfilled: "race(fulfilled: \(array))"
    }
  }
}
