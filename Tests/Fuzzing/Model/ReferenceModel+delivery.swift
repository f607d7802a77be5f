extension ReferenceModel {
  /// Delivers an outcome to an observer, unless that is a canceled guarantee to which nothing refers any more.
  mutating func deliver(_ observer: ModelObserver, from source: Int) {
    guard let node = observer.node else { return deliverUnlessDeallocated(observer, from: source) }
    if state.nodes[node].isDeallocated { return }
    if case .retained = retention(of: node) { return deliverUnlessDeallocated(observer, from: source) }
    // Code that is running may still refer to the guarantee, so either step may be the first.
    state.spawn([.deliverUnlessDeallocated(observer, from: source)])
    state.spawn([.deallocate(node)])
  }

  mutating func deliverUnlessDeallocated(_ observer: ModelObserver, from source: Int) {
    if let node = observer.node, state.nodes[node].isDeallocated { return }
    let outcome = state.nodes[source].outcome!
    let isAbandonedGuarantee = specs[source].isGuarantee && outcome == .error(.abandoned)
    let isHandled = state.nodes[source].isHandled || isAbandonedGuarantee
    switch observer {
    case .link(let node):
      guard state.nodes[node].isPending else { return }
      state.nodes[source].isObserved = true
      if isAbandonedGuarantee {
        settle(node, outcome, isHandled: true)
      } else if !accepts(node, outcome, of: source) {
        passOn(node, from: source)
      } else if lowering.isInline(node) {
        prepend([.run(node, from: source)])
      } else {
        state.spawn([.run(node, from: source)])
      }
    case .follower(let node):
      guard state.nodes[node].isPending else { return }
      state.nodes[source].isObserved = true
      settle(node, outcome, isHandled: isHandled)
    case .foreignCallback(let node): settle(node, outcome)
    case .member(let node, let index):
      if state.nodes[node].isPending || !specs[node].sparesLosers && !state.nodes[node].isCancelRequested {
        state.nodes[source].isObserved = true
      }
      ended(node, index, outcome, isHandled: isHandled)
    case .condition(let node, let known):
      state.nodes[source].isObserved = true
      settle(node, known)
    case .limiter(let node, let index):
      if state.nodes[node].isPending || !state.nodes[node].isCancelRequested { state.nodes[source].isObserved = true }
      limitedEnded(node, index, outcome, isHandled: isHandled)
    case .loop(let node):
      guard state.nodes[node].isPending else { return }
      state.nodes[source].isObserved = true
      if lowering.isInline(node) {
        prepend([.evaluate(node, of: source)])
      } else {
        state.spawn([.evaluate(node, of: source)])
      }
    case .element(let node, let index):
      elementEnded(node, index, source, isHandled: isHandled)
    case .wait(let task):
      guard state.waits[task].outcome == nil else { return }
      state.nodes[source].isObserved = true
      end(task, outcome)
    case .pipe(let statement):
      state.nodes[source].isObserved = true
      if !isAbandonedGuarantee { call(statement: statement, outcome) }
    }
  }

  private mutating func passOn(_ node: Int, from source: Int) {
    let from = state.nodes[source]
    settle(node, from.outcome!, isHandled: from.isHandled, isCaught: from.isCaught)
  }

  /// Whether the handler of a node is called with an outcome of its source.
  private func accepts(_ node: Int, _ outcome: Outcome, of source: Int) -> Bool {
    let filter: NodeSpec.Filter
    switch specs[node].kind {
    case .step(let some, _): filter = some
    case .observation(let some, let handlesError, _, _):
      if handlesError, state.nodes[source].isCaught { return false }
      filter = some
    case .task(_, let some, _): filter = some
    default: filter = .values
    }
    switch (filter, outcome) {
    case (.values, .value), (.all, _): return true
    case (.errors(let filter), .error(let kind)): return filter.accepts(kind)
    case (.errorsOfMembers, .error): return state.nodes[source].stored != nil
    case (.errorsForCatch, .error(let kind)): return kind != .cancelled && !state.nodes[source].isCaught
    default: return false
    }
  }

  // MARK: - Combinators

  /// Handles the end of an input of a combinator.
  private mutating func ended(_ node: Int, _ index: Int, _ outcome: Outcome, isHandled: Bool) {
    let isFailure = if case .error = outcome { true } else { false }
    switch specs[node].kind {
    case .timeout(_, let spares):
      let isTimer = index == 1
      settle(
        node, isTimer ? .error(.timedOut) : outcome, isHandled: isHandled && isFailure, cancels: !isTimer || !spares)
    case .combination(let combinator, let members):
      ended(combinator, members, node, outcome, isFailure, isHandled && isFailure)
    default: fatalError("This node has no inputs.")
    }
  }

  private mutating func ended(
    _ combinator: Combinator, _ members: [Int], _ node: Int, _ outcome: Outcome, _ isFailure: Bool, _ isHandled: Bool
  ) {
    switch combinator {
    case .whenFulfilled, .whenTuple, .whenDictionary, .whenRejected:
      if isFailure {
        if state.nodes[node].isPending { state.nodes[node].stored = outcome }
        settle(node, outcome, isHandled: isHandled)
      } else if isLast(node, members) {
        settle(node, fold(members))
      }
    case .whenResolved: if isLast(node, members) { settle(node, fold(members)) }
    case .whenGuarantees:
      // The input was abandoned.
      if isFailure { return settle(node, outcome) }
      if isLast(node, members) { settle(node, fold(members)) }
    case .race, .raceSpare: settle(node, outcome, isHandled: isHandled, cancels: combinator == .race)
    case .raceFulfilled, .raceFulfilledSpare:
      if !isFailure {
        settle(node, outcome, cancels: combinator == .raceFulfilled)
      } else if isLast(node, members) {
        let isCanceled = members.allSatisfy { state.nodes[$0].outcome == .error(.cancelled) }
        settle(node, .error(isCanceled ? .cancelled : .noWinner))
      }
    case .raceGuarantees, .raceGuaranteesSpare:
      if !isFailure {
        settle(node, outcome, cancels: combinator == .raceGuarantees)
      } else if isLast(node, members) {
        settle(node, outcome)
      }
    case .whenFulfilledByTwo, .whenResolvedByOne: fatalError("This combinator has a concurrency limit.")
    case .whenTriple, .whenResolvedDictionary, .raceTuple:
      fatalError("This combinator must be replaced by its plain form.")
    }
  }

  /// Counts an input that has settled. Returns whether it is the last one.
  private mutating func isLast(_ node: Int, _ members: [Int]) -> Bool {
    state.nodes[node].endedCount += 1
    return state.nodes[node].endedCount == members.count
  }

  private func fold(_ members: [Int]) -> Outcome { .value(Outcome.fold(members.map { state.nodes[$0].outcome! })) }
}
