import Dispatch
import PromiseConcurrency

extension Operator {
  /// Applies the operator, with a handler that runs on a queue or inline.
  func apply(to source: Vertex, on q: DispatchQueue?, _ h: HandlerRunner) -> Vertex {
    if takesGuarantee {
      switch source {
      case .guarantee(let guarantee): return apply(to: guarantee, on: q, h) { .guarantee($0) }
      case .tick(let guarantee): return apply(to: guarantee, on: q, h) { .tick($0) }
      case .promise, .foreign: fatalError("This value is not a guarantee.")
      }
    }
    switch self {
    case .timeoutNow: return .promise(source.timeout(0))
    case .timeoutNever: return .promise(source.timeout(.infinity))
    case .timeoutSpare: return .promise(source.timeout(0, losers: .spare))
    case .copy: return .promise(source.copy)
    case .recoverGuarantee: return .guarantee(source.promise.recover(on: q) { h.recoveringGuarantee($0) })
    default: return .promise(apply(to: source.promise, on: q, h))
    }
  }

  private func apply(to p: Promise<Int>, on q: DispatchQueue?, _ h: HandlerRunner) -> Promise<Int> {
    switch self {
    case .map: p.map(on: q) { try h.value($0) }
    case .thenPromise: then(p, on: q, h)
    case .done: p.done(on: q) { try h.observe($0) }.map(on: nil) { 0 }
    case .get: p.get(on: q) { try h.observe($0) }
    case .validate: p.validate(on: q) { try h.predicate($0) }
    case .compactMap: p.compactMap(on: q) { try h.optional($0) }
    case .asVoid: p.asVoid().map(on: nil) { 0 }
    case .tap: p.tap(on: q) { h.observe($0) }
    case .ensure: p.ensure(on: q) { h.cleanUp() }
    case .ensureThen: p.ensureThen(on: q) { h.cleanUpLater() }
    case .catch: p.catch(on: q) { h.observe($0) }
    case .catchAll: p.catch(on: q, policy: .allErrors) { h.observe($0) }
    case .catchOnlyType: p.catch(only: FuzzError.self, on: q) { h.observe($0) }
    case .cauterize: p.cauterize(line: h.line)
    case .recoverPromise: recover(p, on: q, h)
    case .recoverAll: p.recover(on: q, policy: .allErrors) { try h.recoveringPromise($0) }
    case .recoverOnly: p.recover(only: FuzzError.self, on: q) { try h.recoveringPromise($0) }
    case .thenMap: p.inArray.thenMap(on: q) { try h.promise($0) }.sum
    case .delay: p.delay(seconds: 0)
    case .firstly: PromiseCore.firstly { p }
    case .asyncMap: p.map { try await h.valueLater($0) }
    case .asyncGet: p.get { _ = try await h.valueLater($0) }
    case .asyncValidate: p.validate { try await h.predicateLater($0) }
    case .asyncRecover: p.recover { try await h.recoverLater($0) }
    case .reduce: p.reduce(on: q, [1, 2]) { partial, _ in try h.promise(partial) }
    case .timeoutNow, .timeoutNever, .timeoutSpare, .copy, .recoverGuarantee, .guaranteeMap, .guaranteeThen,
      .guaranteeDone, .guaranteeGet, .guaranteeEnsure, .guaranteeEnsureThen, .guaranteeDelay:
      fatalError("This operator does not need a promise.")
    }
  }

  /// Applies `then` with a handler that returns a promise, a guarantee or a foreign thenable, each with a different
  /// overload.
  private func then(_ p: Promise<Int>, on q: DispatchQueue?, _ h: HandlerRunner) -> Promise<Int> {
    switch h.returnedType {
    case .guarantee: p.then(on: q) { h.guarantee($0) }
    case .foreign: p.then(on: q) { h.foreign(.value($0)) }
    case .promise, .tick, nil: p.then(on: q) { try h.promise($0) }
    }
  }

  private func recover(_ p: Promise<Int>, on q: DispatchQueue?, _ h: HandlerRunner) -> Promise<Int> {
    switch h.returnedType {
    case .guarantee: p.recover(on: q, policy: .default) { h.recoveringGuarantee($0) }
    case .foreign: p.recover(on: q) { h.foreign(.error(ErrorKind($0))) }
    case .promise, .tick, nil: p.recover(on: q) { try h.recoveringPromise($0) }
    }
  }

  private func apply<Value>(
    to g: Guarantee<Value>, on q: DispatchQueue?, _ h: HandlerRunner, _ vertex: (Guarantee<Value>) -> Vertex
  ) -> Vertex {
    switch self {
    case .guaranteeMap: .guarantee(g.map(on: q) { h.valueForSure(asNumber($0)) })
    case .guaranteeThen:
      h.returnedType == .tick
        ? .tick(g.then(on: q) { h.tick(asNumber($0)) }) : .guarantee(g.then(on: q) { h.guarantee(asNumber($0)) })
    case .guaranteeDone: .tick(g.done(on: q) { h.observeForSure(asNumber($0)) })
    case .guaranteeGet: vertex(g.get(on: q) { h.observeForSure(asNumber($0)) })
    case .guaranteeEnsure: vertex(g.ensure(on: q) { h.cleanUp() })
    case .guaranteeEnsureThen: vertex(g.ensureThen(on: q) { h.cleanUpLater() })
    case .guaranteeDelay: vertex(g.delay(seconds: 0))
    default: fatalError("This operator does not apply to guarantees.")
    }
  }
}

extension Promise<Int> {
  var inArray: Promise<[Int]> { map(on: nil) { [$0] } }
}

extension Promise<[Int]> {
  var sum: Promise<Int> { map(on: nil) { $0.reduce(0, &+) } }
}

extension Work {
  func start(on q: DispatchQueue?, _ h: HandlerRunner) -> Promise<Int> {
    switch self {
    case .async: q!.async(.promise) { try h.value(0) }
    case .task: Promise { try await h.valueLater(0) }
    case .queueOfOne, .queueOfTwo, .shortQueue, .queueWithoutRoom: h.queue(queue!).add { try await h.valueLater(0) }
    case .resolver: Promise { resolver in resolver.fulfill(try h.value(0)) }
    case .wrap:
      PromiseCore.wrap { (handler: @escaping @Sendable (Int?, (any Error)?) -> Void) in
        do { handler(try h.value(0), nil) } catch { handler(nil, error) }
      }
    case .until: PromiseCore.until(on: q) { try h.promise(0).map(on: nil, h.isCalledTwice) }.map(on: nil) { 0 }
    case .retry: PromiseCore.retry(on: q, attempts: 1, delay: 0) { try h.promise(0) }
    }
  }
}
