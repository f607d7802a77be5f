/// The reference model: the effect of each step, without locks and threads.
struct ReferenceModel {
  let lowering: Lowering
  var state: ModelState
  /// The remaining steps of the job that is being executed.
  var continuation: [Step] = []

  var specs: [NodeSpec] { lowering.specs }

  mutating func prepend(_ steps: [Step]) { continuation.insert(contentsOf: steps, at: 0) }

  mutating func perform(_ step: Step) {
    switch step {
    case .attach(let observer, let node): attach(observer, to: node)
    case .deliver(let observer, let node): deliver(observer, from: node)
    case .deliverUnlessDeallocated(let observer, let node): deliverUnlessDeallocated(observer, from: node)
    case .deallocate(let node): state.nodes[node].isDeallocated = true
    case .run(let node, let source): run(node, from: source)
    case .finish(let node, let source): finish(node, from: source)
    case .settle(let node, let outcome, let isHandled, let cancels):
      settle(node, outcome, isHandled: isHandled, cancels: cancels)
    case .addTarget(let node, let target, let replacing): addTarget(target, to: node, replacing: replacing)
    case .notify(let target): notify(target)
    case .cancel(let node): cancel(node)
    case .markObserved(let node): if !state.nodes[node].isPending { state.nodes[node].isObserved = true }
    case .leave(let node, let marksObserved):
      guard state.nodes[node].isPending else { return }
      if marksObserved { state.nodes[node].isObserved = true }
      _ = leave(node)
    case .releaseValue(let node): state.nodes[node].isValueReleased = true
    case .resolve(let node, let outcome): if !state.nodes[node].isResolverReleased { settle(node, outcome) }
    case .releaseResolver(let node):
      guard !state.nodes[node].isResolverReleased else { return }
      state.nodes[node].isResolverReleased = true
      prepend([.abandon(node)])
    case .abandon(let node): abandon(node)
    case .report(let node, let tenths): report(node, tenths)
    case .followProgress(let node, let statement): followProgress(of: node, statement)
    case .setWeight(let node, let weight): setWeight(of: node, weight)
    case .fire(let timer): settle(timer, .value(0))
    case .begin(let statement): state.spawn(lowering.background[statement])
    case .work(let node): work(node)
    case .enterQueue(let node): enterQueue(node)
    case .endWork(let node): endWork(node)
    case .leaveQueue(let node): leaveQueue(node)
    case .cancelAll(let queue): cancelAll(queue)
    case .spawnCancellations(let nodes): for node in nodes { state.spawn([.cancel(node)]) }
    case .cleanUp(let node):
      guard !state.nodes[node].hasRun else { return }
      state.nodes[node].hasRun = true
      call(node, .error(.cancelled), then: nil)
    case .callProducer(let node): call(node, .value(0), then: nil)
    case .expire(let task): expire(task)
    case .suspend(let task, let node): suspend(task, at: node)
    case .checkCancellation(let task): if state.waits[task].isCancelled { cancelTask(task) }
    case .cancelTask(let task): cancelTask(task)
    case .resume(let node, let outcome): resume(node, outcome)
    case .evaluate(let node, let source): evaluate(node, of: source)
    case .iterate(let node): iterate(node)
    case .awaitIteration(let node): awaitIteration(node)
    case .addIterationTarget(let node, let source, let iteration):
      if state.nodes[node].endedCount == iteration { addTarget(.node(source), to: node, replacing: true) }
    case .requestElement(let node): requestElement(node)
    case .fill(let node): fill(node)
    case .request(let node): request(node)
    case .track(let node, let index): track(node, index)
    case .releasePending(let node): releasePending(node)
    case .memberEnded(let node, let index): memberEnded(node, index)
    }
  }

  // MARK: - Settling

  mutating func settle(
    _ node: Int, _ outcome: Outcome, isHandled: Bool = false, isCaught: Bool = false, cancels: Bool = false
  ) {
    // The mark is set before the node settles, and even if it does not.
    if isCaught { state.nodes[node].isCaught = true }
    guard state.nodes[node].isPending else { return }
    state.nodes[node].outcome = outcome
    if isHandled { state.nodes[node].isHandled = true }
    if case .value = outcome { completeProgress(of: node) }
    for observer in state.nodes[node].observers { state.spawn([.deliver(observer, from: node)]) }
    state.nodes[node].observers = []
    let targets = state.nodes[node].targets
    state.nodes[node].targets = []
    // A canceled guarantee has already notified its targets.
    if state.nodes[node].isCancelRequested { return }
    if cancels {
      state.nodes[node].isCancelRequested = true
      prepend(targets.map { .notify($0) })
    } else {
      for target in targets { release(target, of: node) }
    }
  }

  /// Releases a target of a node that has settled. The node stops being a consumer of its pending inputs.
  private mutating func release(_ target: CancellationTarget, of node: Int) {
    guard case .members(let members) = target else { return }
    prepend(members.map { .leave($0, marksObserved: !specs[node].sparesLosers) })
  }

  private mutating func abandon(_ node: Int) {
    guard state.nodes[node].isPending else { return }
    if specs[node].isForeign { return abandonForeign(node) }
    state.reports[.abandoned, default: 0] += 1
    settle(node, .error(.abandoned), isHandled: true)
  }

  /// Abandons a foreign thenable: it releases its callbacks, and calls none that is attached later.
  private mutating func abandonForeign(_ node: Int) {
    for case .foreignCallback(let follower) in state.nodes[node].observers {
      state.spawn([.releaseResolver(follower)])
    }
    state.nodes[node].observers = []
  }

  mutating func attach(_ observer: ModelObserver, to node: Int) {
    if specs[node].isForeign, state.nodes[node].isPending, state.nodes[node].isResolverReleased {
      guard case .foreignCallback(let follower) = observer else { return }
      prepend([.releaseResolver(follower)])
    } else if state.nodes[node].isPending {
      state.nodes[node].observers.append(observer)
      state.nodes[node].consumerCount += 1
    } else if state.nodes[node].isQuiescent || specs[node].isForeign {
      prepend([.deliver(observer, from: node)])
    } else {
      state.spawn([.deliver(observer, from: node)])
    }
  }

  // MARK: - Cancellation

  private mutating func cancel(_ node: Int) {
    guard specs[node].isGuarantee else { return settle(node, .error(.cancelled), cancels: true) }
    guard state.nodes[node].isPending, !state.nodes[node].isCancelRequested else { return }
    // The node departs once from the nodes that it waits for, but stays in their observer lists and keeps its targets.
    state.nodes[node].isCancelRequested = true
    prepend(state.nodes[node].targets.map { .notify($0) })
  }

  private mutating func addTarget(_ target: CancellationTarget, to node: Int, replacing: Bool) {
    let isCancelRequested = state.nodes[node].isCancelRequested
    if isCancelRequested { prepend([.notify(target)]) }
    guard state.nodes[node].isPending else { return isCancelRequested ? () : release(target, of: node) }
    if replacing { state.nodes[node].targets = [] }
    state.nodes[node].targets.append(target)
    if replacing { renewProgress(of: node) }
  }

  private mutating func notify(_ target: CancellationTarget) {
    switch target {
    case .node(let node): prepend((leave(node) ? [.cancel(node)] : []) + [.markObserved(node)])
    case .members(let members): prepend(members.map { .notify(.node($0)) })
    case .condition(let node): prepend([.leave(node, marksObserved: false)])
    case .timer(let timer): prepend([.fire(timer)])
    case .clock(let timer): prepend([.cancel(timer)])
    case .cleanup(let node): state.spawn([.cleanUp(node)])
    case .producer(let node): state.spawn([.callProducer(node)])
    case .task(let task): prepend([.cancelTask(task)])
    case .limiter(let node): notifyPending(node)
    case .queueEntry(let node): removeFromQueue(node)
    }
  }

  /// Removes a consumer that no longer wants the outcome. Returns whether it was the last one.
  private mutating func leave(_ node: Int) -> Bool {
    guard state.nodes[node].isPending, state.nodes[node].consumerCount > 0 else { return false }
    state.nodes[node].consumerCount -= 1
    state.nodes[node].staleCount += 1
    let wasLast = state.nodes[node].consumerCount == 0
    if state.nodes[node].staleCount * 2 > state.nodes[node].observers.count {
      state.nodes[node].observers = state.nodes[node].observers.filter { !isStale($0) }
      state.nodes[node].staleCount = 0
    }
    return wasLast
  }

  private func isStale(_ observer: ModelObserver) -> Bool {
    switch observer {
    case .link(let node), .follower(let node), .foreignCallback(let node), .member(let node, _),
      .condition(let node, _), .loop(let node), .limiter(let node, _):
      !state.nodes[node].isPending
    case .element(let node, let index): !state.nodes[iteration(node).followers[index]].isPending
    case .wait(let task): state.waits[task].outcome != nil
    case .pipe: false
    }
  }
}
