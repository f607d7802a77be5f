extension Reference {
  private func members(_ node: Int) -> (join: Join, all: [Int]) {
    guard case .pump(let join, let members, _) = meaning.specs[node].kind else { fatalError("it is none") }
    return (join, members)
  }

  /// Asks for as many members as there is room for, unless nobody wants them; and is over with the last.
  mutating func fill(_ node: Int) {
    let isWanted = world.nodes[node].isPending && !world.nodes[node].wereTold
    let pump = world.nodes[node].pump!
    if isWanted, !pump.isExhausted, pump.room > 0 {
      world.nodes[node].pump!.room -= 1
      return rest.insert(.ask(node), at: 0)
    }
    world.nodes[node].pump!.isFilling = false
    guard pump.isExhausted || !isWanted, pump.ended == pump.made else { return }
    settle(node, .value(Outcome.fold(members(node).all.prefix(pump.made).map { world.nodes[$0].outcome! })))
  }

  mutating func ask(_ node: Int) {
    let place = world.nodes[node].pump!.made
    let all = members(node).all
    guard place < all.count else {
      world.nodes[node].pump!.isExhausted = true
      return rest.insert(.fill(node), at: 0)
    }
    world.nodes[node].pump!.made += 1
    let steps: [Step] = [
      .attach(.pump(node, place: place), to: all[place]), .keep(node, place: place), .fill(node),
    ]
    rest.insert(contentsOf: steps, at: 0)
  }

  mutating func keep(_ node: Int, _ place: Int) {
    guard world.nodes[members(node).all[place]].isPending else { return }
    world.nodes[node].pump!.pending.insert(place)
    rest.insert(.leavePending(node), at: 0)
  }

  /// A member has come to its end.
  mutating func pumped(_ node: Int, _ place: Int, _ outcome: Outcome, isHandled: Bool) {
    if case .error = outcome, members(node).join == .whenFulfilledByTwo { settle(node, outcome, isHandled: isHandled) }
    rest.insert(contentsOf: [.leavePending(node), .goOnPumping(node, place: place)], at: 0)
  }

  mutating func goOnPumping(_ node: Int, _ place: Int) {
    var pump = world.nodes[node].pump!
    let becomesFiller = !pump.isFilling
    pump.pending.remove(place)
    pump.ended += 1
    pump.room += 1
    pump.isFilling = true
    world.nodes[node].pump = pump
    if becomesFiller { rest.insert(.fill(node), at: 0) }
  }

  /// If it is cancelled or settled, it does not want those any more that are pending.
  mutating func leavePending(_ node: Int) {
    if world.nodes[node].wereTold { return tellPending(node) }
    guard !world.nodes[node].isPending else { return }
    for member in takePending(node) { rest.insert(.leave(member, sees: true), at: 0) }
  }

  mutating func tellPending(_ node: Int) {
    // In any order.
    for member in takePending(node) { world.spawn([.tell(.node(member))]) }
  }

  private mutating func takePending(_ node: Int) -> [Int] {
    let all = members(node).all
    defer { world.nodes[node].pump!.pending = [] }
    return world.nodes[node].pump!.pending.sorted().map { all[$0] }
  }
}
