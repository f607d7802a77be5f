// `reduce`, `until` and `retry`.
extension ReferenceModel {
  private func loop(_ node: Int) -> (kind: NodeSpec.Loop, scratch: Int) {
    guard case .loop(let kind, let scratch) = specs[node].kind else { fatalError("This node is not a loop.") }
    return (kind, scratch)
  }

  /// Starts the next iteration, or settles the node, after an iteration has an outcome.
  mutating func evaluate(_ node: Int, of source: Int) {
    guard state.nodes[node].isPending else { return }
    let outcome = state.nodes[source].outcome!
    let isError = if case .error = outcome { true } else { false }
    let continues = isError == (loop(node).kind == .retry) && state.nodes[node].endedCount < NodeSpec.Loop.limit
    if continues, outcome != .error(.cancelled) {
      state.nodes[node].stored = outcome
      iterate(node)
    } else {
      settle(node, outcome, isHandled: state.nodes[source].isHandled && isError)
    }
  }

  mutating func iterate(_ node: Int) {
    guard state.nodes[node].isPending else { return }
    state.nodes[node].endedCount += 1
    let input = loop(node).kind == .reduce ? state.nodes[node].stored! : .value(0)
    call(node, input, then: .awaitIteration(node))
  }

  /// Waits for the outcome of an iteration after its handler has returned.
  mutating func awaitIteration(_ node: Int) {
    let (kind, scratch) = loop(node)
    switch handlerResult(of: node) {
    case .promise(let other) where kind == .until:
      // The runner derives a promise from it, and the loop waits for that promise.
      state.nodes[scratch] = Node()
      state.nodes[scratch].targets = [.node(lowering.result(other))]
      observe(scratch, for: node)
      prepend([.attach(.link(scratch), to: lowering.result(other))])
    case .promise(let other): observe(lowering.result(other), for: node)
    case .value(let more):
      let before = kind == .reduce ? state.nodes[node].stored!.number : 0
      settleScratch(scratch, .value(before &+ more), for: node)
    case .error(let code): settleScratch(scratch, .error(.thrown(code)), for: node)
    case .itself: settle(node, .error(.returnedSelf))
    case .derived: fatalError("The generator does not create such loops.")
    }
  }

  private mutating func settleScratch(_ scratch: Int, _ outcome: Outcome, for node: Int) {
    var settled = Node()
    settled.outcome = outcome
    settled.isQuiescent = true
    state.nodes[scratch] = settled
    observe(scratch, for: node)
  }

  private mutating func observe(_ source: Int, for node: Int) {
    let target = Step.addIterationTarget(node, source, iteration: state.nodes[node].endedCount)
    prepend([.attach(.loop(node), to: source), target])
  }
}
