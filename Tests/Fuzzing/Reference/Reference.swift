/// The reference: what each step does, in plain words. There are no locks, no threads, and no cleverness in it.
struct Reference {
  let meaning: Meaning
  var world: World
  /// What is left to do of the job that is being done.
  var rest: [Step] = []

  private var specs: [Spec] { meaning.specs }

  private mutating func first(_ steps: [Step]) { rest.insert(contentsOf: steps, at: 0) }

  mutating func perform(_ step: Step) {
    switch step {
    case .attach(let watcher, let node): attach(watcher, to: node)
    case .arrive(let watcher, let node): arrive(watcher, from: node)
    case .run(let node, let source): run(node, from: source)
    case .finish(let node, let source): finish(node, from: source)
    case .settle(let node, let outcome, let isHandled, let cancels):
      settle(node, outcome, isHandled: isHandled, cancels: cancels)
    case .link(let node, let upstream, let replacing): link(node, to: upstream, replacing: replacing)
    case .tell(let upstream): tell(upstream)
    case .cancel(let node): cancel(node)
    case .see(let node): if !world.nodes[node].isPending { world.nodes[node].isObserved = true }
    case .leave(let node, let sees):
      guard world.nodes[node].isPending else { return }
      if sees { world.nodes[node].isObserved = true }
      _ = leave(node)
    case .resolve(let node, let outcome): if !world.nodes[node].hasLostResolver { settle(node, outcome) }
    case .lose(let node):
      guard !world.nodes[node].hasLostResolver else { return }
      world.nodes[node].hasLostResolver = true
      first([.abandon(node)])
    case .abandon(let node):
      guard world.nodes[node].isPending else { return }
      world.reports[.abandoned, default: 0] += 1
      settle(node, .error(.abandoned), isHandled: true)
    case .ring(let timer): settle(timer, .value(0))
    case .begin(let statement): world.spawn(meaning.background[statement])
    case .work(let node): work(node)
    case .witness(let node):
      guard !world.nodes[node].hasRun else { return }
      world.nodes[node].hasRun = true
      call(node, .error(.cancelled), then: nil)
    case .callBack(let node): call(node, .value(0), then: nil)
    case .expire(let task): expire(task)
    case .stand(let task, let node): stand(task, at: node)
    case .check(let task): if world.waits[task].isCancelled { cancelTask(task) }
    case .cancelTask(let task): cancelTask(task)
    case .goOn(let node, let outcome): goOn(node, outcome)
    case .judge(let node, let source): judge(node, of: source)
    case .next(let node): next(node)
    case .wait(let node): wait(node)
    case .fill(let node): fill(node)
    case .ask(let node): ask(node)
    case .keep(let node, let place): keep(node, place)
    case .leavePending(let node): leavePending(node)
    case .goOnPumping(let node, let place): goOnPumping(node, place)
    case .hold(let node, let source, let step):
      if world.nodes[node].ended == step { link(node, to: .node(source), replacing: true) }
    }
  }

  // MARK: Being settled

  mutating func settle(
    _ node: Int, _ outcome: Outcome, isHandled: Bool = false, isCaught: Bool = false, cancels: Bool = false
  ) {
    // Said before it is settled, whether it is or not.
    if isCaught { world.nodes[node].isCaught = true }
    guard world.nodes[node].isPending else { return }
    world.nodes[node].outcome = outcome
    if isHandled { world.nodes[node].isHandled = true }
    for watcher in world.nodes[node].line { world.spawn([.arrive(watcher, from: node)]) }
    world.nodes[node].line = []
    let upstream = world.nodes[node].upstream
    world.nodes[node].upstream = []
    if cancels {
      world.nodes[node].wereTold = true
      first(upstream.map { .tell($0) })
    } else {
      for upstream in upstream { letGo(upstream) }
    }
  }

  private mutating func letGo(_ upstream: Upstream) {
    if case .members(let members) = upstream { first(members.map { .leave($0, sees: true) }) }
  }

  mutating func attach(_ watcher: Watcher, to node: Int) {
    if world.nodes[node].isPending {
      world.nodes[node].line.append(watcher)
      world.nodes[node].wants += 1
    } else if world.nodes[node].isAtRest {
      // Nobody else serves it.
      first([.arrive(watcher, from: node)])
    } else {
      world.spawn([.arrive(watcher, from: node)])
    }
  }

  // MARK: Being cancelled

  private mutating func cancel(_ node: Int) {
    guard specs[node].isGuarantee else { return settle(node, .error(.cancelled), cancels: true) }
    guard world.nodes[node].isPending, !world.nodes[node].wereTold else { return }
    let upstream = world.nodes[node].upstream
    world.nodes[node].upstream = []
    world.nodes[node].wereTold = true
    first(upstream.map { .tell($0) })
  }

  private mutating func link(_ node: Int, to upstream: Upstream, replacing: Bool) {
    if world.nodes[node].wereTold { return first([.tell(upstream)]) }
    guard world.nodes[node].isPending else { return letGo(upstream) }
    if replacing { world.nodes[node].upstream = [] }
    world.nodes[node].upstream.append(upstream)
  }

  private mutating func tell(_ upstream: Upstream) {
    switch upstream {
    case .node(let node): first((leave(node) ? [.cancel(node)] : []) + [.see(node)])
    case .members(let members): first(members.map { .tell(.node($0)) })
    case .timer(let timer): first([.ring(timer)])
    case .clock(let timer): first([.cancel(timer)])
    case .witness(let node): world.spawn([.witness(node)])
    case .producer(let node): world.spawn([.callBack(node)])
    case .task(let task): first([.cancelTask(task)])
    case .pump(let node): tellPending(node)
    }
  }

  /// One of those who wait for a promise wants it no more. Returns whether it was the last.
  private mutating func leave(_ node: Int) -> Bool {
    guard world.nodes[node].isPending, world.nodes[node].wants > 0 else { return false }
    world.nodes[node].wants -= 1
    world.nodes[node].stale += 1
    let wasLast = world.nodes[node].wants == 0
    if world.nodes[node].stale * 2 > world.nodes[node].line.count {
      world.nodes[node].line = world.nodes[node].line.filter { !isStale($0) }
      world.nodes[node].stale = 0
    }
    return wasLast
  }

  private func isStale(_ watcher: Watcher) -> Bool {
    switch watcher {
    case .link(let node), .follower(let node), .member(let node, _), .condition(let node, _), .loop(let node),
      .pump(let node, _):
      !world.nodes[node].isPending
    case .wait(let task): world.waits[task].outcome != nil
    }
  }

  // MARK: Hearing of an outcome

  private mutating func arrive(_ watcher: Watcher, from source: Int) {
    let outcome = world.nodes[source].outcome!
    switch watcher {
    case .link(let node):
      guard world.nodes[node].isPending else { return }
      world.nodes[source].isObserved = true
      if !wants(node, outcome, of: source) {
        passOn(node, from: source)
      } else if meaning.isInline(node) {
        first([.run(node, from: source)])
      } else {
        world.spawn([.run(node, from: source)])
      }
    case .follower(let node):
      guard world.nodes[node].isPending else { return }
      world.nodes[source].isObserved = true
      settle(node, outcome, isHandled: world.nodes[source].isHandled)
    case .member(let node, let place):
      world.nodes[source].isObserved = true
      ended(node, place, outcome, isHandled: world.nodes[source].isHandled)
    case .condition(let node, let known):
      world.nodes[source].isObserved = true
      settle(node, known)
    case .pump(let node, let place):
      world.nodes[source].isObserved = true
      pumped(node, place, outcome, isHandled: world.nodes[source].isHandled)
    case .loop(let node):
      guard world.nodes[node].isPending else { return }
      world.nodes[source].isObserved = true
      if meaning.isInline(node) { first([.judge(node, of: source)]) } else { world.spawn([.judge(node, of: source)]) }
    case .wait(let task):
      guard world.waits[task].outcome == nil else { return }
      world.nodes[source].isObserved = true
      end(task, outcome)
    }
  }

  private mutating func passOn(_ node: Int, from source: Int) {
    let from = world.nodes[source]
    settle(node, from.outcome!, isHandled: from.isHandled, isCaught: from.isCaught)
  }

  private func wants(_ node: Int, _ outcome: Outcome, of source: Int) -> Bool {
    let wants: Spec.Wants
    switch specs[node].kind {
    case .step(let some, _): wants = some
    case .witness(let some, let handlesError, _, _):
      if handlesError, world.nodes[source].isCaught { return false }
      wants = some
    case .task(_, let some, _): wants = some
    default: wants = .values
    }
    switch (wants, outcome) {
    case (.values, .value), (.all, _): return true
    case (.errors(let filter), .error(let fault)): return filter.accepts(fault)
    case (.errorsOfMembers, .error): return world.nodes[source].given != nil
    case (.errorsForCatch, .error(let fault)): return fault != .cancelled && !world.nodes[source].isCaught
    default: return false
    }
  }
}
