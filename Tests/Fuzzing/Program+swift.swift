extension Program {
  /// The program as one would write it in Swift.
  package var swift: String {
    var lines = [
      "let a = DispatchQueue(label: \"a\"), b = DispatchQueue(label: \"b\")",
      "let c = DispatchQueue(label: \"c\", attributes: .concurrent)",
    ]
    for batch in batches {
      if batch.threads.count == 1 {
        lines += batch.threads[0].map { statements[$0].swift($0) }
      } else {
        lines.append("// side by side, each on a thread of its own:")
        for (number, thread) in batch.threads.enumerated() {
          lines += thread.map { "/* \(number) */ " + statements[$0].swift($0) }
        }
      }
      lines.append("// wait until all has come to rest")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Statement {
  func swift(_ number: Int) -> String {
    switch self {
    case .pending: "var (p\(number), r\(number)): (Promise<Int>, Resolver<Int>?) = Promise<Int>.pending()"
    case .value(let value): "var p\(number) = Promise.value(\(value))"
    case .error(let code): "var p\(number) = Promise<Int>(error: TestError(\(code)))"
    case .apply(let name, let source, let place, let handler):
      "var p\(number) = " + name.swift("p\(source)", place, handler, number)
    case .join(let join, let members): "var p\(number) = " + join.swift(members.map { "p\($0)" })
    case .work(let work, let place, let handler): "var p\(number) = " + work.swift(place, handler, number)
    case .wait(let source, let forwards):
      "let t\(number) = Task { try await p\(source).get(\(forwards ? "onCancel: .forward" : "")) }"
    case .act(let act): act.swift
    case .release(let promise): "p\(promise) = nil"
    }
  }
}

extension Act {
  var swift: String {
    switch self {
    case .fulfill(let source, let value): "r\(source)?.fulfill(\(value))"
    case .reject(let source, let code): "r\(source)?.reject(TestError(\(code)))"
    case .abandon(let source): "r\(source) = nil"
    case .cancel(let promise): "p\(promise).cancel()"
    case .cancelTask(let task): "t\(task).cancel()"
    }
  }
}

extension Handler {
  /// - Parameter value: How a value is written that is so much more than the input.
  fileprivate func swift(_ head: String, _ number: Int, isCondition: Bool = false, awaits: Bool = false) -> String {
    let acts = acts.map { $0.swift + "; " }.joined()
    let end =
      switch result {
      case .value(let more) where isCondition: "return \(more >= 0)"
      case .value(let more): "return x + \(more)"
      case .error(let code): "throw TestError(\(code))"
      case .promise(let other): awaits ? "return try await p\(other).get()" : "return p\(other)"
      case .itself: "return p\(number)"
      }
    return "{ \(head) in \(acts)\(end) }"
  }

  fileprivate var silent: String { "{ _ in \(acts.map(\.swift).joined(separator: "; ")) }" }
  fileprivate var bare: String { "{ \(acts.map(\.swift).joined(separator: "; ")) }" }
}

extension Place {
  fileprivate var argument: String {
    switch self {
    case .inline: "(on: nil) "
    case .serialA: "(on: a) "
    case .serialB: "(on: b) "
    case .concurrent: "(on: c) "
    case .written: " "
    }
  }

  /// With more arguments before or behind.
  fileprivate func argument(with other: String, isFirst: Bool = false) -> String {
    guard self != .written else { return "(\(other)) " }
    let own = argument.dropFirst().dropLast(2)
    return isFirst ? "(\(other), \(own)) " : "(\(own), \(other)) "
  }
}

extension Operator {
  fileprivate func swift(_ p: String, _ place: Place, _ handler: Handler, _ number: Int) -> String {
    let q = place.argument
    let value = handler.swift("x", number)
    let array = p + ".map(on: nil) { [$0] }."
    let sum = ".map(on: nil) { $0.reduce(0, +) }"
    return switch self {
    case .map, .compactMap: p + ".\(rawValue)\(q)\(value)"
    case .thenValue, .thenPromise: p + ".then\(q)\(value)"
    case .thenVoid: p + ".then\(q){ x in \(handler.swift("y", number)); return }"
    case .done: p + ".done\(q)\(value).map(on: nil) { 0 }"
    case .get: p + ".get\(q)\(value)"
    case .validate: p + ".validate\(q)\(handler.swift("x", number, isCondition: true))"
    case .asVoid: p + ".asVoid().map(on: nil) { 0 }"
    case .tap: p + ".tap\(q)\(handler.silent)"
    case .ensure, .finally, .always: p + ".\(rawValue)\(q)\(handler.bare)"
    case .ensureThen: p + ".ensureThen\(q){ \(handler.acts.map { $0.swift + "; " }.joined())return after(seconds: 0) }"
    case .catch: p + ".catch\(q)\(handler.silent)"
    case .catchAll: p + ".catch\(place.argument(with: "policy: .allErrors"))\(handler.silent)"
    case .catchOnlyType: p + ".catch\(place.argument(with: "only: TestError.self", isFirst: true))\(handler.silent)"
    case .catchOnlyOne: p + ".catch\(place.argument(with: "only: TestError(1)", isFirst: true))\(handler.silent)"
    case .cauterize: p + ".cauterize()"
    case .recover, .recoverPromise: p + ".recover\(q)\(value)"
    case .recoverAll: p + ".recover\(place.argument(with: "policy: .allErrors"))\(value)"
    case .recoverOnly: p + ".recover\(place.argument(with: "only: TestError.self", isFirst: true))\(value)"
    case .mapValues, .flatMapValues, .compactMapValues, .thenMap, .thenFlatMap: array + "\(rawValue)\(q)\(value)\(sum)"
    case .filterValues: array + "filterValues\(q)\(handler.swift("x", number, isCondition: true))\(sum)"
    case .firstValue: array + "firstValue\(q)\(handler.swift("x", number, isCondition: true))"
    case .lastValue: array + "lastValue"
    case .sortedValues: array + "sortedValues()\(sum)"
    case .timeoutNow: p + ".timeout(0)"
    case .timeoutNever: p + ".timeout(.infinity)"
    case .timeoutSpare: p + ".timeout(0, losers: .spare)"
    case .delay: p + ".delay(0)"
    case .copy: "Promise(\(p))"
    case .firstly: "firstly { \(p) }"
    case .guaranteeMap: "Promise(\(p).recover(on: nil) { _ in .value(0) }.map\(q)\(value))"
    case .guaranteeDone:
      "Promise(\(p).recover(on: nil) { _ in .value(0) }.done\(q)\(handler.silent).map(on: nil) { 0 })"
    case .guaranteeGet: "Promise(\(p).recover(on: nil) { _ in .value(0) }.get\(q)\(handler.silent))"
    case .guaranteeTap: "Promise(\(p).recover(on: nil) { _ in .value(0) }.tap\(q)\(handler.silent))"
    case .guaranteeEnsure: "Promise(\(p).recover(on: nil) { _ in .value(0) }.ensure\(q)\(handler.bare))"
    case .reduce: p + ".reduce\(place.argument(with: "1, 2"))\(handler.swift("x, _", number))"
    case .asyncMap: p + ".map \(handler.swift("x", number, awaits: true).replacing("x in", with: "x async in"))"
    case .asyncThen: p + ".then { x in await Task.yield(); return try \(value)(x) }"
    case .asyncGet: p + ".get \(handler.swift("x", number, awaits: true).replacing("x in", with: "x async in"))"
    }
  }
}

extension Join {
  fileprivate func swift(_ members: [String]) -> String {
    let all = members.joined(separator: ", ")
    return switch self {
    case .whenFulfilled: "when(fulfilled: [\(all)]).map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    case .whenTuple: "when(fulfilled: \(all)).map(on: nil) { ($0 + 217) &* 31 &+ $1 }"
    case .whenDictionary:
      "when(fulfilled: [\(members.enumerated().map { "\($0.offset): \($0.element)" }.joined(separator: ", "))])"
        + ".map(on: nil) { $0.sorted { $0.key < $1.key }.reduce(7) { $0 &* 31 &+ $1.value } }"
    case .whenResolved: "when(resolved: [\(all)]).then(on: nil) { $0.count }"
    case .whenRejected:
      "when(fulfilled: [\(all)]) { _, error in }.map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    case .all: "all([\(all)]).map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    case .any: "any([\(all)]).map(on: nil) { $0.count }"
    case .race: "race([\(all)])"
    case .whenFulfilledByTwo:
      "when(fulfilled: [\(all)].makeIterator(), concurrently: 2).map(on: nil) { $0.reduce(7) { $0 &* 31 &+ $1 } }"
    case .whenResolvedByOne: "when(resolved: [\(all)].makeIterator(), concurrently: 1).then(on: nil) { $0.count }"
    case .raceSpare: "race([\(all)], losers: .spare)"
    case .raceFulfilled: "race(fulfilled: [\(all)])"
    }
  }
}

extension Work {
  fileprivate func swift(_ place: Place, _ handler: Handler, _ number: Int) -> String {
    let body = handler.swift("", number, awaits: self == .task).replacing("{  in ", with: "{ let x = 0; ")
    return switch self {
    case .value, .promise: "Promise\(place.argument)\(body)"
    case .callback: "Promise\(place.argument){ fulfill, _ in fulfill(try \(body)()) }"
    case .async: "\(place == .serialA ? "a" : place == .serialB ? "b" : "c").async(.promise) \(body)"
    case .task: "Promise \(body)"
    case .retry: "retry\(place.argument(with: "attempts: 1, delay: 0"))\(body)"
    }
  }
}
