// Combinators with a concurrency limit.
extension ReferenceModel {
  func members(_ node: Int) -> (combinator: Combinator, all: [Int]) {
    guard case .limited(let combinator, let members, _) = specs[node].kind else {
      fatalError("This node has no concurrency limit.")
    }
    return (combinator, members)
  }

  /// Requests inputs while there is capacity and the outcome is wanted. Settles the node after the last input.
  mutating func fill(_ node: Int) {
    let isWanted = state.nodes[node].isPending && !state.nodes[node].isCancelRequested
    let limiter = state.nodes[node].limiter!
    if isWanted, !limiter.isExhausted, limiter.capacity > 0 {
      state.nodes[node].limiter!.capacity -= 1
      return prepend([.request(node)])
    }
    state.nodes[node].limiter!.isFilling = false
    guard limiter.isExhausted || !isWanted, limiter.endedCount == limiter.startedCount else { return }
    let started = members(node).all.prefix(limiter.startedCount)
    settle(node, .value(Outcome.fold(started.map { state.nodes[$0].outcome! })))
  }

  mutating func request(_ node: Int) {
    let index = state.nodes[node].limiter!.startedCount
    let all = members(node).all
    guard index < all.count else {
      state.nodes[node].limiter!.isExhausted = true
      countExhaustion(node)
      return prepend([.fill(node)])
    }
    state.nodes[node].limiter!.startedCount += 1
    prepend([.attach(.limiter(node, index: index), to: all[index]), .track(node, index: index), .fill(node)])
  }

  mutating func track(_ node: Int, _ index: Int) {
    guard state.nodes[members(node).all[index]].isPending else { return }
    state.nodes[node].limiter!.pending.insert(index)
    countInput(node, index)
    prepend([.releasePending(node)])
  }

  /// Handles the end of an input.
  mutating func limitedEnded(_ node: Int, _ index: Int, _ outcome: Outcome, isHandled: Bool) {
    if case .error = outcome, members(node).combinator == .whenFulfilledByTwo {
      settle(node, outcome, isHandled: isHandled)
    }
    prepend([.releasePending(node), .memberEnded(node, index: index)])
  }

  mutating func memberEnded(_ node: Int, _ index: Int) {
    var limiter = state.nodes[node].limiter!
    let becomesFiller = !limiter.isFilling
    limiter.pending.remove(index)
    limiter.endedCount += 1
    limiter.capacity += 1
    limiter.isFilling = true
    state.nodes[node].limiter = limiter
    countEnd(node, index)
    if becomesFiller { prepend([.fill(node)]) }
  }

  /// Releases the pending inputs of a node that is canceled or settled.
  mutating func releasePending(_ node: Int) {
    if state.nodes[node].isCancelRequested { return notifyPending(node) }
    guard !state.nodes[node].isPending else { return }
    for member in takePending(node) { prepend([.leave(member, marksObserved: true)]) }
  }

  mutating func notifyPending(_ node: Int) {
    // The inputs are notified in any order.
    for member in takePending(node) { state.spawn([.notify(.node(member))]) }
  }

  private mutating func takePending(_ node: Int) -> [Int] {
    let all = members(node).all
    defer { state.nodes[node].limiter!.pending = [] }
    return state.nodes[node].limiter!.pending.sorted().map { all[$0] }
  }
}
