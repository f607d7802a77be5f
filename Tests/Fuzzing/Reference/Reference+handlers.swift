extension Reference {
  /// The handler of a node is called.
  mutating func run(_ node: Int, from source: Int) {
    guard world.nodes[node].isPending else { return }
    let outcome = world.nodes[source].outcome!
    switch meaning.specs[node].kind {
    case .witness:
      guard !world.nodes[node].hasRun else { return }
      world.nodes[node].hasRun = true
      call(node, outcome, then: .finish(node, from: source))
    case .step(_, .always), .step(_, .same), .step(_, .given): finish(node, from: source)
    case .step(_, .report):
      if case .error(let fault) = outcome { world.reports[.cauterized(fault), default: 0] += 1 }
      rest.insert(.finish(node, from: source), at: 0)
    case .delay(let timer, let after):
      world.nodes[after].given = outcome
      world.spawn([.ring(timer)])
      rest.insert(contentsOf: [.attach(.link(after), to: timer)] + follow(after, by: node), at: 0)
    case .task(let task, _, _):
      world.nodes[node].given = outcome
      let begin = Step.begin(meaning.specs[node].statement)
      rest.insert(contentsOf: [.link(node, to: .task(task), replacing: true), begin], at: 0)
    case .step(_, .nothing) where meaning.specs[node].isGuarantee && world.nodes[node].wereTold:
      // Nothing comes of the handler that would be needed.
      finish(node, from: source)
    default: call(node, outcome, then: .finish(node, from: source))
    }
  }

  /// Somebody's code is called: it does what it does, and comes to its end.
  mutating func call(_ node: Int, _ input: Outcome, then end: Step?) {
    let statement = meaning.specs[node].statement
    world.heard[statement].append(meaning.isToldNothing(statement) ? .value(0) : input)
    rest.insert(contentsOf: meaning.acts[statement] + (end.map { [$0] } ?? []), at: 0)
  }

  /// Work begins. A task does so even if its promise has been cancelled meanwhile.
  mutating func work(_ node: Int) {
    switch meaning.specs[node].kind {
    case .task, .taskWork: call(node, world.nodes[node].given ?? .value(0), then: .finish(node, from: node))
    default: if world.nodes[node].isPending { call(node, .value(0), then: .finish(node, from: node)) }
    }
  }

  private func follow(_ source: Int, by node: Int) -> [Step] {
    [.attach(.follower(node), to: source), .link(node, to: .node(source), replacing: true)]
  }

  /// A handler has returned.
  mutating func finish(_ node: Int, from source: Int) {
    let input = world.nodes[source].outcome ?? .value(0)  // work has no source
    let isHandled = world.nodes[source].isHandled
    switch meaning.specs[node].kind {
    case .step(_, let gives): give(gives, node, input)
    case .work(let gives): give(gives, node, .value(0))
    case .task(_, _, let gives): give(gives, node, world.nodes[node].given!)
    case .taskWork: give(.value, node, .value(0))
    case .witness(_, let handlesError, let catches, let timer):
      let isCaught = catches || world.nodes[source].isCaught
      guard let timer else {
        return settle(
          node, input, isHandled: handlesError || isHandled, isCaught: isCaught)
      }
      if isCaught { world.nodes[node].isCaught = true }
      if isHandled { world.nodes[node].isHandled = true }
      world.spawn([.ring(timer)])
      rest.insert(.attach(.condition(of: node, input), to: timer), at: 0)
    default: fatalError("it has no handler")
    }
  }

  private mutating func give(_ gives: Spec.Gives, _ node: Int, _ input: Outcome) {
    let result = result(of: node)
    if case .error(let code) = result, !isSilent(gives) { return settle(node, .error(.thrown(code))) }
    switch gives {
    case .value, .valueOr, .promise:
      switch result {
      case .value(let more):
        if case .valueOr(let other) = gives, more < 0 { return settle(node, other) }
        settle(node, .value(input.number &+ more))
      case .promise(let promise): adopt(meaning.face(promise), node, input)
      case .derived(let other):
        let promise = meaning.derivedByHandler[meaning.specs[node].statement]!
        adopt(promise, node, input)
        rest.insert(.attach(.link(promise), to: meaning.face(other)), at: 0)
      case .itself: settle(node, .error(.returnedSelf))
      case .error: break
      }
    case .input(let other):
      if case .value(let more) = result, more < 0, let other { return settle(node, other) }
      settle(node, input)
    case .nothing: settle(node, .value(0))
    case .error, .report: settle(node, input, isHandled: true)
    case .always(let value): settle(node, .value(value))
    case .same: settle(node, input)
    case .given: settle(node, world.nodes[node].given!)
    }
  }

  /// A handler returns a promise, or a task waits for one and returns so much more.
  private mutating func adopt(_ promise: Int, _ node: Int, _ input: Outcome) {
    switch meaning.specs[node].kind {
    case .taskWork(let task), .task(let task, _, .value), .task(let task, _, .input):
      rest.insert(.stand(task, at: promise), at: 0)
    default: rest.insert(contentsOf: follow(promise, by: node), at: 0)
    }
  }

  func result(of node: Int) -> Handler.Result {
    meaning.handler(of: meaning.program.statements[meaning.specs[node].statement])?.result ?? .value(0)
  }

  /// Whether there is no handler, or one that cannot throw.
  private func isSilent(_ gives: Spec.Gives) -> Bool {
    switch gives {
    case .error, .report, .always, .same, .given: true
    default: false
    }
  }

  // MARK: Tasks

  mutating func stand(_ task: Int, at node: Int) {
    world.waits[task].node = node
    if let outcome = world.nodes[node].outcome {
      // It has no need to wait, and gets the outcome even if it is cancelled.
      world.nodes[node].isObserved = true
      return end(task, outcome)
    }
    attach(.wait(task), to: node)
    rest.insert(.check(task), at: 0)
    if meaning.waiting[task] == .timesOut { world.spawn([.expire(task)]) }
  }

  mutating func cancelTask(_ task: Int) {
    world.waits[task].isCancelled = true
    guard world.waits[task].outcome == nil, let node = world.waits[task].node else { return }
    rest.insert(meaning.waiting[task] == .forwards ? .tell(.node(node)) : .leave(node, sees: false), at: 0)
    end(task, .error(.cancelled))
  }

  /// The time that a task has is up.
  mutating func expire(_ task: Int) {
    guard world.waits[task].outcome == nil, let node = world.waits[task].node else { return }
    rest.insert(.tell(.node(node)), at: 0)
    end(task, .error(.timedOut))
  }

  mutating func end(_ task: Int, _ outcome: Outcome) {
    world.waits[task].outcome = outcome
    guard let owner = meaning.owners[task] else { return }
    world.spawn([.goOn(owner, outcome)])
  }

  /// A task has what it waited for.
  mutating func goOn(_ node: Int, _ outcome: Outcome) {
    if case .task(_, _, .input) = meaning.specs[node].kind, case .value = outcome {
      settle(node, world.nodes[node].given!)
    } else {
      settle(node, outcome)
    }
  }

  // MARK: Combinators

  /// A member of a combinator has come to its end.
  mutating func ended(_ node: Int, _ place: Int, _ outcome: Outcome, isHandled: Bool) {
    let isFailure = if case .error = outcome { true } else { false }
    switch meaning.specs[node].kind {
    case .timeout(_, let spares):
      let isTimer = place == 1
      settle(
        node, isTimer ? .error(.timedOut) : outcome, isHandled: isHandled && isFailure, cancels: !isTimer || !spares)
    case .join(let join, let members): ended(join, members, node, outcome, isFailure, isHandled && isFailure)
    default: fatalError("it has no members")
    }
  }

  private mutating func ended(
    _ join: Join, _ members: [Int], _ node: Int, _ outcome: Outcome, _ isFailure: Bool, _ isHandled: Bool
  ) {
    switch join {
    case .whenFulfilled, .whenTuple, .whenDictionary, .whenRejected, .all:
      if isFailure {
        if world.nodes[node].isPending { world.nodes[node].given = outcome }
        settle(node, outcome, isHandled: isHandled)
      } else if isLast(node, members) {
        settle(node, fold(members))
      }
    case .whenResolved, .whenGuarantees: if isLast(node, members) { settle(node, fold(members)) }
    case .any:
      if isFailure { world.nodes[node].failed += 1 }
      guard isLast(node, members) else { return }
      if world.nodes[node].failed == members.count {
        settle(node, outcome, isHandled: isHandled)
      } else {
        settle(node, fold(members))
      }
    case .whenFulfilledByTwo, .whenResolvedByOne: fatalError("they ask for their members")
    case .whenTriple, .whenResolvedDictionary, .allTuple, .anyTuple, .raceTuple: fatalError("they have a plain form")
    case .race: settle(node, outcome, isHandled: isHandled, cancels: true)
    case .raceSpare: settle(node, outcome, isHandled: isHandled)
    case .raceFulfilled:
      if !isFailure {
        settle(node, outcome, cancels: true)
      } else if isLast(node, members) {
        settle(node, .error(.noWinner))
      }
    }
  }

  /// Counts one more that has come to its end. Returns whether it is the last.
  private mutating func isLast(_ node: Int, _ members: [Int]) -> Bool {
    world.nodes[node].ended += 1
    return world.nodes[node].ended == members.count
  }

  private func fold(_ members: [Int]) -> Outcome { .value(Outcome.fold(members.map { world.nodes[$0].outcome! })) }
}
