import PromiseConcurrency

// The forms without a queue. Their handlers have the isolation of the call, which is that of the parameter `actor`.
extension Operator {
  /// Applies the operator with a handler that is attached without a queue.
  ///
  /// - Parameters:
  ///   - source: The value to which the operator is applied.
  ///   - h: The runner of the handler.
  ///   - actor: The isolation of the call.
  func applyImplicitly(to source: Vertex, _ h: HandlerRunner, _ actor: isolated (any Actor)?) -> Vertex {
    if takesGuarantee {
      switch source {
      case .guarantee(let guarantee): return apply(to: guarantee, h, actor) { .guarantee($0) }
      case .tick(let guarantee): return apply(to: guarantee, h, actor) { .tick($0) }
      case .promise, .foreign: fatalError("This value is not a guarantee.")
      }
    }
    let p = source.promise
    return self == .recoverGuarantee
      ? .guarantee(p.recover { h.recoveringGuarantee($0) }) : .promise(apply(to: p, h, actor))
  }

  private func apply(to p: Promise<Int>, _ h: HandlerRunner, _ actor: isolated (any Actor)?) -> Promise<Int> {
    switch self {
    case .map: p.map { try h.value($0) }
    case .thenPromise: then(p, h, actor)
    case .done: p.done { try h.observe($0) }.map(on: nil) { 0 }
    case .get: p.get { try h.observe($0) }
    case .validate: p.validate { try h.predicate($0) }
    case .compactMap: p.compactMap { try h.optional($0) }
    case .tap: p.tap { h.observe($0) }
    case .ensure: p.ensure { h.cleanUp() }
    case .ensureThen: p.ensureThen { h.cleanUpLater() }
    case .catch: p.catch { h.observe($0) }
    case .catchAll: p.catch(policy: .allErrors) { h.observe($0) }
    case .catchOnlyType: p.catch(only: FuzzError.self) { h.observe($0) }
    case .recoverPromise: recover(p, h, actor)
    case .recoverAll: p.recover(policy: .allErrors) { try h.recoveringPromise($0) }
    case .recoverOnly: p.recover(only: FuzzError.self) { try h.recoveringPromise($0) }
    case .thenMap: p.inArray.thenMap { try h.promise($0) }.sum
    case .reduce: p.reduce([1, 2]) { partial, _ in try h.promise(partial) }
    case .asyncMap: p.map { try await h.valueLater($0) }
    case .asyncGet: p.get { _ = try await h.valueLater($0) }
    case .asyncValidate: p.validate { try await h.predicateLater($0) }
    case .asyncRecover: p.recover { try await h.recoverLater($0) }
    case .asVoid, .cauterize, .timeoutNow, .timeoutNever, .timeoutSpare, .delay, .copy, .firstly, .recoverGuarantee,
      .guaranteeMap, .guaranteeThen, .guaranteeDone, .guaranteeGet, .guaranteeEnsure, .guaranteeEnsureThen,
      .guaranteeDelay:
      fatalError("This operator has no handler, or does not return a promise.")
    }
  }

  private func then(_ p: Promise<Int>, _ h: HandlerRunner, _ actor: isolated (any Actor)?) -> Promise<Int> {
    switch h.returnedType {
    case .guarantee: p.then { h.guarantee($0) }
    case .foreign: p.then { h.foreign(.value($0)) }
    case .promise, .tick, nil: p.then { try h.promise($0) }
    }
  }

  private func recover(_ p: Promise<Int>, _ h: HandlerRunner, _ actor: isolated (any Actor)?) -> Promise<Int> {
    switch h.returnedType {
    case .guarantee: p.recover(policy: .default) { h.recoveringGuarantee($0) }
    case .foreign: p.recover { h.foreign(.error(ErrorKind($0))) }
    case .promise, .tick, nil: p.recover { try h.recoveringPromise($0) }
    }
  }

  private func apply<Value>(
    to g: Guarantee<Value>, _ h: HandlerRunner, _ actor: isolated (any Actor)?, _ vertex: (Guarantee<Value>) -> Vertex
  ) -> Vertex {
    switch self {
    case .guaranteeMap: .guarantee(g.map { h.valueForSure(asNumber($0)) })
    case .guaranteeThen:
      h.returnedType == .tick
        ? .tick(g.then { h.tick(asNumber($0)) }) : .guarantee(g.then { h.guarantee(asNumber($0)) })
    case .guaranteeDone: .tick(g.done { h.observeForSure(asNumber($0)) })
    case .guaranteeGet: vertex(g.get { h.observeForSure(asNumber($0)) })
    case .guaranteeEnsure: vertex(g.ensure { h.cleanUp() })
    case .guaranteeEnsureThen: vertex(g.ensureThen { h.cleanUpLater() })
    default: fatalError("This operator does not apply to guarantees, or has no handler.")
    }
  }
}

extension Work {
  /// Starts the work with a handler that is passed without a queue.
  func startImplicitly(_ h: HandlerRunner, _ actor: isolated (any Actor)?) -> Promise<Int> {
    switch self {
    case .task:
      Promise {
        _ = actor  // captured so that the closure is isolated to it
        return try await h.valueLater(0)
      }
    case .queueOfOne, .queueOfTwo, .shortQueue, .queueWithoutRoom:
      h.queue(queue!).add {
        _ = actor
        return try await h.valueLater(0)
      }
    case .until: PromiseCore.until { try h.promise(0).map(on: nil, h.isCalledTwice) }.map(on: nil) { 0 }
    case .retry: PromiseCore.retry(attempts: 1, delay: 0, condition: { _, _ in h.wantsRetry() }) { try h.promise(0) }
    case .async, .resolver, .wrap: fatalError("This work always has a queue, or is inline.")
    }
  }
}
