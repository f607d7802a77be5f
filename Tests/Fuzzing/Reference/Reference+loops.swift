extension Reference {
  private func loop(_ node: Int) -> (kind: Spec.Loop, scratch: Int) {
    guard case .loop(let kind, let scratch) = meaning.specs[node].kind else { fatalError("it is none") }
    return (kind, scratch)
  }

  /// A step has come to something: one more, or that was it.
  mutating func judge(_ node: Int, of source: Int) {
    guard world.nodes[node].isPending else { return }
    let outcome = world.nodes[source].outcome!
    let isError = if case .error = outcome { true } else { false }
    let isOneMore = isError == (loop(node).kind == .retry) && world.nodes[node].ended < Spec.Loop.steps
    if isOneMore, outcome != .error(.cancelled) {
      world.nodes[node].given = outcome
      next(node)
    } else {
      settle(node, outcome, isHandled: world.nodes[source].isHandled && isError)
    }
  }

  mutating func next(_ node: Int) {
    guard world.nodes[node].isPending else { return }
    world.nodes[node].ended += 1
    call(node, loop(node).kind == .reduce ? world.nodes[node].given! : .value(0), then: .wait(node))
  }

  /// A step has returned.
  mutating func wait(_ node: Int) {
    let (kind, scratch) = loop(node)
    switch result(of: node) {
    case .promise(let other) where kind == .until:
      // There is a promise between them.
      world.nodes[scratch] = Node()
      world.nodes[scratch].upstream = [.node(meaning.face(other))]
      wait(node, for: scratch)
      rest.insert(.attach(.link(scratch), to: meaning.face(other)), at: 0)
    case .promise(let other): wait(node, for: meaning.face(other))
    case .value(let more):
      let before = kind == .reduce ? world.nodes[node].given!.number : 0
      wait(node, for: scratch, .value(before &+ more))
    case .error(let code): wait(node, for: scratch, .error(.thrown(code)))
    case .itself: settle(node, .error(.returnedSelf))
    case .derived: fatalError("none does that")
    }
  }

  private mutating func wait(_ node: Int, for scratch: Int, _ outcome: Outcome) {
    var settled = Node()
    settled.outcome = outcome
    settled.isAtRest = true
    world.nodes[scratch] = settled
    wait(node, for: scratch)
  }

  private mutating func wait(_ node: Int, for source: Int) {
    let hold = Step.hold(node, source, step: world.nodes[node].ended)
    rest.insert(contentsOf: [.attach(.loop(node), to: source), hold], at: 0)
  }
}
