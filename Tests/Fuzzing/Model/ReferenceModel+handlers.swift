extension ReferenceModel {
  /// Runs the handler of a node.
  mutating func run(_ node: Int, from source: Int) {
    guard state.nodes[node].isPending else { return }
    let outcome = state.nodes[source].outcome!
    switch specs[node].kind {
    case .observation:
      guard !state.nodes[node].hasRun else { return }
      state.nodes[node].hasRun = true
      call(node, outcome, then: .finish(node, from: source))
    case .step(_, .always), .step(_, .same), .step(_, .stored): finish(node, from: source)
    case .step(_, .report):
      if case .error(let kind) = outcome { state.reports[.cauterized(kind), default: 0] += 1 }
      prepend([.finish(node, from: source)])
    case .delay(let timer, let after):
      state.nodes[after].stored = outcome
      state.spawn([.fire(timer)])
      prepend([.attach(.link(after), to: timer)] + adopt(after, by: node))
    case .task(let task, _, _):
      state.nodes[node].stored = outcome
      prepend([.addTarget(node, .task(task), replacing: true), .begin(specs[node].statement)])
    case .step(_, .nothing) where specs[node].isGuarantee && state.nodes[node].isCancelRequested:
      // The value does not depend on the handler, so a canceled guarantee does not run it.
      finish(node, from: source)
    default: call(node, outcome, then: .finish(node, from: source))
    }
  }

  /// Performs the actions of a handler, and then the given last step.
  mutating func call(_ node: Int, _ input: Outcome, then end: Step?) {
    if let end { prepend([end]) }
    call(statement: specs[node].statement, input)
  }

  mutating func call(statement: Int, _ input: Outcome) {
    state.calls[statement].append(lowering.isToldNothing(statement) ? .value(0) : input)
    prepend(lowering.actions[statement])
  }

  /// Starts work. A task starts even if its promise has been canceled.
  mutating func work(_ node: Int) {
    switch specs[node].kind {
    case .task, .taskWork: call(node, state.nodes[node].stored ?? .value(0), then: .finish(node, from: node))
    case .queued:
      guard state.nodes[node].isPending else { return prepend([.endWork(node), .leaveQueue(node)]) }
      let waits = if case .promise = handlerResult(of: node) { true } else { false }
      let end = Step.finish(node, from: node)
      prepend(waits ? [end] : [.endWork(node), end, .leaveQueue(node)])
      call(node, .value(0), then: nil)
    default: if state.nodes[node].isPending { call(node, .value(0), then: .finish(node, from: node)) }
    }
  }

  private func adopt(_ source: Int, by node: Int) -> [Step] {
    if specs[source].isForeign { return [.attach(.foreignCallback(node), to: source)] }
    return [.attach(.follower(node), to: source), .addTarget(node, .node(source), replacing: true)]
  }

  /// Handles the return of a handler.
  mutating func finish(_ node: Int, from source: Int) {
    let input = state.nodes[source].outcome ?? .value(0)  // Work has no source.
    let isHandled = state.nodes[source].isHandled
    switch specs[node].kind {
    case .step(_, let production): produce(production, node, input)
    case .work(let production): produce(production, node, .value(0))
    case .task(_, _, let production): produce(production, node, state.nodes[node].stored!)
    case .taskWork, .queued: produce(.value, node, .value(0))
    case .observation(_, let handlesError, let catches, let condition):
      let isCaught = catches || state.nodes[source].isCaught
      guard let condition else {
        return settle(node, input, isHandled: handlesError || isHandled, isCaught: isCaught)
      }
      if isCaught { state.nodes[node].isCaught = true }
      if isHandled { state.nodes[node].isHandled = true }
      let other: Int
      switch condition {
      case .ownTimer(let timer):
        state.spawn([.fire(timer)])
        other = timer
      case .node(let node): other = node
      }
      prepend([.attach(.condition(of: node, input), to: other), .addTarget(node, .condition(other))])
    default: fatalError("This node has no handler.")
    }
  }

  private mutating func produce(_ production: NodeSpec.Production, _ node: Int, _ input: Outcome) {
    let result = handlerResult(of: node)
    if case .error(let code) = result, mayThrow(production) { return settle(node, .error(.thrown(code))) }
    switch production {
    case .value, .valueOr, .promise:
      switch result {
      case .value(let more):
        if case .valueOr(let other) = production, more < 0 { return settle(node, other) }
        settle(node, .value(input.number &+ more))
      case .promise(let promise): wait(node, for: lowering.result(promise))
      case .derived(let other):
        let promise = lowering.derivedByHandler[specs[node].statement]!
        wait(node, for: promise)
        prepend([.attach(.link(promise), to: lowering.result(other))])
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
    case .stored: settle(node, state.nodes[node].stored!)
    }
  }

  /// Waits for the promise that a handler returned, or for the promise that a task awaits.
  private mutating func wait(_ node: Int, for promise: Int) {
    switch specs[node].kind {
    case .taskWork(let task), .queued(let task, _), .task(let task, _, .value), .task(let task, _, .input):
      prepend([.suspend(task, at: promise)])
    default: prepend(adopt(promise, by: node))
    }
  }

  func handlerResult(of node: Int) -> Handler.Result {
    lowering.program.statements[specs[node].statement].handler?.result ?? .value(0)
  }

  /// Whether there is a handler that may throw.
  private func mayThrow(_ production: NodeSpec.Production) -> Bool {
    switch production {
    case .error, .report, .always, .same, .stored: false
    default: true
    }
  }

  // MARK: - Tasks

  mutating func suspend(_ task: Int, at node: Int) {
    state.waits[task].node = node
    state.waits[task].outcome = nil  // Removes the outcome of an earlier wait.
    if let outcome = state.nodes[node].outcome {
      // The task does not suspend, and gets the outcome even if it was canceled.
      state.nodes[node].isObserved = true
      return end(task, outcome)
    }
    attach(.wait(task), to: node)
    prepend([.checkCancellation(task)])
    if lowering.waitModes[task].hasTimeout { state.spawn([.expire(task)]) }
  }

  mutating func cancelTask(_ task: Int) {
    state.waits[task].isCancelled = true
    guard state.waits[task].outcome == nil, let node = state.waits[task].node else { return }
    let isForwarded = lowering.waitModes[task] == .forwarding
    prepend([isForwarded ? .notify(.node(node)) : .leave(node, marksObserved: false)])
    end(task, .error(.cancelled))
  }

  /// Fires the timeout of a task.
  mutating func expire(_ task: Int) {
    guard state.waits[task].outcome == nil, let node = state.waits[task].node else { return }
    let spares = lowering.waitModes[task] == .timeoutSparing
    prepend([spares ? .leave(node, marksObserved: false) : .notify(.node(node))])
    end(task, .error(.timedOut))
  }

  mutating func end(_ task: Int, _ outcome: Outcome) {
    state.waits[task].outcome = outcome
    guard let owner = lowering.owners[task] else { return }
    if case .queued = specs[owner].kind {
      state.spawn([.endWork(owner), .resume(owner, outcome), .leaveQueue(owner)])
    } else {
      state.spawn([.resume(owner, outcome)])
    }
  }

  /// Resumes a task with the awaited outcome.
  mutating func resume(_ node: Int, _ outcome: Outcome) {
    if case .iteration = specs[node].kind { return take(outcome, for: node) }
    if case .task(_, _, .input) = specs[node].kind, case .value = outcome {
      settle(node, state.nodes[node].stored!)
    } else {
      settle(node, outcome)
    }
  }
}
