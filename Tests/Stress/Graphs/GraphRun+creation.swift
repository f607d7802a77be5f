import Dispatch
import PromiseConcurrency
import TestSupport

extension GraphRun {
  /// Creates a node. All of its inputs exist, and the graph has not released them.
  func create(_ node: Graph.Node, _ number: Int) -> Vertex {
    let inputs = node.inputs.map { vertex($0)! }
    switch node.operation {
    case .after: return .tick(after(node.microseconds))
    case .pendingGuarantee: return pendingGuarantee(number)
    case .pendingPromise: return pendingPromise(number)
    case .whenGuarantees: return whenGuarantees(inputs)
    case .raceGuarantees: return raceGuarantees(inputs, node.losers)
    case .whenFulfilled, .whenResolved, .race, .raceFulfilled: return join(node, inputs)
    case .asPromise: return .promise(inputs[0].promise(token()))
    case .timeout:
      return .promise(inputs[0].promise(token()).timeout(seconds: Double(node.microseconds) / 1e6, losers: node.losers))
    case .map, .done, .get, .tap, .ensure, .ensureThen, .delay, .then, .recover:
      switch inputs[0] {
      case .tick(let guarantee): return derive(node, guarantee) { .tick($0) }
      case .guarantee(let guarantee): return derive(node, guarantee) { .guarantee($0) }
      case .promise(let promise): return derive(node, promise)
      }
    }
  }

  private func after(_ microseconds: Int) -> Guarantee<Void> { PromiseCore.after(seconds: Double(microseconds) / 1e6) }

  // MARK: - Operators

  private func derive<Value>(
    _ node: Graph.Node, _ source: Guarantee<Value>, _ vertex: (Guarantee<Value>) -> Vertex
  ) -> Vertex {
    let queue = queues[node.executor]
    let token = token()
    switch node.operation {
    case .map: return .guarantee(source.map(on: queue) { _ in token })
    case .done: return .tick(source.done(on: queue) { _ in _ = token })
    case .get, .tap: return vertex(source.get(on: queue) { _ in _ = token })
    case .ensure: return vertex(source.ensure(on: queue) { _ = token })
    case .delay: return vertex(source.delay(seconds: Double(node.microseconds) / 1e6))
    case .ensureThen:
      let tick = tick(node.returned)
      return vertex(source.ensureThen(on: queue) { tick() })
    case .then:
      switch returned(node.returned) {
      case .tick(let create): return .tick(source.then(on: queue) { _ in create() })
      case .guarantee(let create): return .guarantee(source.then(on: queue) { _ in create() })
      case .promise(let promise): return .promise(source.then(on: queue) { _ in promise })
      }
    default: preconditionFailure("This operator takes no single input: \(node)")
    }
  }

  private func derive(_ node: Graph.Node, _ source: Promise<Token>) -> Vertex {
    let queue = queues[node.executor]
    let token = token()
    switch node.operation {
    case .map: return .promise(source.map(on: queue) { _ in token })
    case .done: return .promise(source.done(on: queue) { _ in _ = token }.map(on: nil) { token })
    case .get: return .promise(source.get(on: queue) { _ in _ = token })
    case .tap: return .promise(source.tap(on: queue) { _ in _ = token })
    case .ensure: return .promise(source.ensure(on: queue) { _ = token })
    case .delay: return .promise(source.delay(seconds: Double(node.microseconds) / 1e6))
    case .ensureThen:
      let tick = tick(node.returned)
      return .promise(source.ensureThen(on: queue) { tick() })
    case .then:
      switch returned(node.returned) {
      case .tick(let create): return .promise(source.then(on: queue) { _ in create() }.map(on: nil) { token })
      case .guarantee(let create): return .promise(source.then(on: queue) { _ in create() })
      case .promise(let promise): return .promise(source.then(on: queue) { _ in promise })
      }
    case .recover:
      guard case .guarantee(let create) = returned(node.returned) else { preconditionFailure("\(node) is a guarantee") }
      return .guarantee(source.recover(on: queue) { _ in create() })
    default: preconditionFailure("This operator takes no single input: \(node)")
    }
  }

  // MARK: - What handlers return

  private enum Returned {
    case tick(@Sendable () -> Guarantee<Void>)
    case guarantee(@Sendable () -> Guarantee<Token>)
    case promise(Promise<Token>)
  }

  private func returned(_ returned: Graph.Returned?) -> Returned {
    switch returned! {
    case .node(let node):
      switch vertex(node)! {
      case .tick(let guarantee): .tick { guarantee }
      case .guarantee(let guarantee): .guarantee { guarantee }
      case .promise(let promise): .promise(promise)
      }
    case .timer(let microseconds): .tick { [self] in after(microseconds) }
    case .mappedTimer(let microseconds):
      .guarantee { [self] in after(microseconds).map(on: nil) { [token = token()] in token } }
    }
  }

  private func tick(_ returned: Graph.Returned?) -> @Sendable () -> Guarantee<Void> {
    guard case .tick(let create) = self.returned(returned) else {
      preconditionFailure("The handler must return a guarantee without a value.")
    }
    return create
  }

  // MARK: - Combinators

  private func whenGuarantees(_ inputs: [Vertex]) -> Vertex {
    let token = token()
    let ticks = inputs.compactMap(\.asTick)
    let guarantees = inputs.compactMap(\.asGuarantee)
    if guarantees.isEmpty { return .tick(when(guarantees: ticks)) }
    if ticks.isEmpty { return .guarantee(when(guarantees: guarantees).map(on: nil) { _ in token }) }
    if ticks.count == 1, guarantees.count == 1 {
      return .guarantee(when(guarantees: ticks[0], guarantees[0]).map(on: nil) { $1 })
    }
    let all = guarantees + ticks.map { $0.map(on: nil) { token } }
    return .guarantee(when(guarantees: all).map(on: nil) { _ in token })
  }

  private func raceGuarantees(_ inputs: [Vertex], _ losers: LoserPolicy) -> Vertex {
    let ticks = inputs.compactMap(\.asTick)
    if !ticks.isEmpty { return .tick(race(ticks, losers)) }
    return .guarantee(race(inputs.compactMap(\.asGuarantee), losers))
  }

  private func race<Value>(_ all: [Guarantee<Value>], _ losers: LoserPolicy) -> Guarantee<Value> {
    switch all.count {
    case 1: PromiseCore.race(all[0], losers: losers)
    case 2: PromiseCore.race(all[0], all[1], losers: losers)
    default: PromiseCore.race(all[0], all[1], all[2], losers: losers)
    }
  }

  private func join(_ node: Graph.Node, _ inputs: [Vertex]) -> Vertex {
    // Guarantees are passed as inputs where the form allows it.
    if inputs.count == 2, node.operation == .whenFulfilled || node.operation == .whenResolved {
      return pair(node.operation, inputs[0].thenable, inputs[1].thenable)
    }
    let guarantees = inputs.compactMap(\.asGuarantee)
    if guarantees.count == inputs.count { return join(node, guarantees) }
    return join(node, inputs.map { $0.promise(token()) })
  }

  private func pair<A: Thenable, B: Thenable>(_ operation: Graph.Operation, _ a: A, _ b: B) -> Vertex {
    let token = token()
    if operation == .whenFulfilled { return .promise(when(fulfilled: a, b).map(on: nil) { _ in token }) }
    return .guarantee(when(resolved: a, b).map(on: nil) { _ in token })
  }

  private func join<Input: Thenable<Token>>(_ node: Graph.Node, _ inputs: [Input]) -> Vertex {
    let token = token()
    switch node.operation {
    case .whenFulfilled: return .promise(when(fulfilled: inputs).map(on: nil) { _ in token })
    case .whenResolved: return .guarantee(when(resolved: inputs).map(on: nil) { _ in token })
    case .race: return .promise(PromiseCore.race(inputs, losers: node.losers))
    case .raceFulfilled: return .promise(PromiseCore.race(fulfilled: inputs, losers: node.losers))
    default: preconditionFailure("This operator takes no list of inputs: \(node)")
    }
  }
}

extension GraphRun.Vertex {
  fileprivate var asTick: Guarantee<Void>? { if case .tick(let guarantee) = self { guarantee } else { nil } }

  fileprivate var asGuarantee: Guarantee<GraphRun.Token>? {
    if case .guarantee(let guarantee) = self { guarantee } else { nil }
  }

  /// The promise itself, or one that adopts the guarantee's outcome.
  fileprivate func promise(_ token: GraphRun.Token) -> Promise<GraphRun.Token> {
    switch self {
    case .tick(let guarantee): Promise(guarantee.map(on: nil) { token })
    case .guarantee(let guarantee): Promise(guarantee)
    case .promise(let promise): promise
    }
  }
}
