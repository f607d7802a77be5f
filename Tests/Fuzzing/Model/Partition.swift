/// Partitions the nodes and tasks of a program, at one moment, into parts that cannot affect each other. The parts can
/// be explored one after another, because the order of steps of different parts makes no difference.
struct Partition {
  private let lowering: Lowering
  private let state: ModelState
  /// A union-find forest of the elements: the nodes, followed by the tasks.
  private var parents: [Int]

  /// Creates the partition of a state.
  ///
  /// - Parameters:
  ///   - state: The state of the program.
  ///   - lowering: The program.
  ///   - isCreated: Whether each node has been created.
  init(of state: ModelState, _ lowering: Lowering, _ isCreated: [Bool]) {
    self.lowering = lowering
    self.state = state
    parents = Array(0..<state.nodes.count + state.waits.count)
    for (number, node) in state.nodes.enumerated() where node.isPending && isCreated[number] {
      for target in node.targets { join(number, elements(of: target)) }
      for observer in node.observers { join(number, elements(of: observer)) }
      // The handler has not run, so it may still perform all of its actions.
      join(number, lowering.reach[number].map(element))
    }
    for (number, wait) in state.waits.enumerated() {
      if let owner = lowering.owners[number] { join(element(task: number), [owner]) }
      if let node = wait.node, wait.outcome == nil { join(element(task: number), [node]) }
    }
  }

  /// Returns an element of the part to which a job belongs.
  mutating func element(of job: [Step]) -> Int? {
    var all: [Int] = []
    for step in job { all += touched(by: step) }
    guard let first = all.first else { return nil }
    join(first, all)
    return first
  }

  mutating func root(_ element: Int) -> Int {
    var element = element
    while parents[element] != element { element = parents[element] }
    return element
  }

  private mutating func join(_ one: Int, _ others: [Int]) {
    for other in others { parents[root(one)] = root(other) }
  }

  private func element(task: Int) -> Int { state.nodes.count + task }

  private func element(_ reached: Lowering.Reached) -> Int {
    switch reached {
    case .node(let node): node
    case .task(let task): element(task: task)
    }
  }

  private func elements(of observer: ModelObserver) -> [Int] {
    switch observer {
    case .link(let node), .follower(let node), .foreignCallback(let node), .member(let node, _),
      .condition(let node, _), .loop(let node):
      [node]
    case .limiter(let node, _): [node]
    case .element(let node, _): reached(from: node)
    case .wait(let task): [element(task: task)]
    case .pipe(let statement): lowering.reached(byHandlerOf: statement).map(element)
    }
  }

  private func elements(of target: CancellationTarget) -> [Int] {
    switch target {
    case .node(let node), .condition(let node), .timer(let node), .clock(let node): [node]
    case .cleanup(let node), .producer(let node), .limiter(let node), .queueEntry(let node): reached(from: node)
    case .members(let members): members
    case .task(let task): [element(task: task)]
    }
  }

  private func touched(by step: Step) -> [Int] {
    switch step {
    case .attach(let observer, let node): elements(of: observer) + pending(node)
    case .deliver(.limiter(let node, _), let source), .deliverUnlessDeallocated(.limiter(let node, _), let source),
      .deliver(.element(let node, _), let source):
      reached(from: node) + markedLate(source)
    case .deliver(let observer, let source), .deliverUnlessDeallocated(let observer, let source):
      elements(of: observer) + markedLate(source)
    case .run(let node, _), .finish(let node, _), .work(let node), .enterQueue(let node), .endWork(let node),
      .leaveQueue(let node),
      .cleanUp(let node), .callProducer(let node),
      .evaluate(let node, _), .iterate(let node), .awaitIteration(let node), .fill(let node), .request(let node),
      .track(let node, _), .releasePending(let node), .memberEnded(let node, _), .requestElement(let node):
      reached(from: node)
    case .settle(let node, _, _, _), .cancel(let node), .markObserved(let node), .leave(let node, _),
      .abandon(let node), .report(let node, _), .followProgress(let node, _), .setWeight(let node, _),
      .resolve(let node, _), .releaseResolver(let node), .fire(let node), .resume(let node, _),
      .releaseValue(let node), .deallocate(let node):
      pending(node)
    case .addTarget(let node, let target, _): [node] + elements(of: target)
    case .addIterationTarget(let node, let source, _): [node, source]
    case .cancelAll(let queue): lowering.elements(of: queue)
    case .spawnCancellations(let nodes): nodes
    case .notify(let target): elements(of: target)
    case .begin(let statement): lowering.background[statement].flatMap(touched)
    case .suspend(let task, let node): [element(task: task)] + pending(node)
    case .checkCancellation(let task), .cancelTask(let task), .expire(let task): [element(task: task)]
    }
  }

  private func reached(from node: Int) -> [Int] { [node] + lowering.reach[node].map(element) }

  /// Returns the node if it is pending. A settled promise no longer changes.
  private func pending(_ node: Int) -> [Int] { state.nodes[node].isPending ? [node] : [] }

  /// Returns a node that may be marked after it has settled.
  private func markedLate(_ node: Int) -> [Int] {
    if case .observation = lowering.specs[node].kind { [node] } else { [] }
  }
}

extension Lowering {
  enum Reached {
    case node(Int)
    case task(Int)
  }

  /// Returns the nodes and tasks that the handler of a node, and the node itself, may affect.
  func reached(by node: Int) -> [Reached] {
    let spec = specs[node]
    var all: [Reached] = []
    switch spec.kind {
    case .observation(_, _, _, .ownTimer(let timer)?): all.append(.node(timer))
    case .limited(_, let members, _): all += members.map { .node($0) }
    case .loop(_, let scratch): all.append(.node(scratch))
    case .delay(let timer, let after): all += [.node(timer), .node(after)]
    case .task(let task, _, _), .taskWork(let task): all.append(.task(task))
    case .iteration(let iteration):
      all += [.task(iteration.task)] + (iteration.followers + iteration.outputs).map { .node($0) }
    case .queued(let task, let queue): all += [.task(task)] + elements(of: queue).map { .node($0) }
    default: break
    }
    return all + reached(byHandlerOf: spec.statement)
  }

  /// Returns the nodes that enter a queue.
  fileprivate func elements(of queue: QueueKind) -> [Int] {
    specs.indices.filter { node in if case .queued(_, queue) = specs[node].kind { true } else { false } }
  }

  /// Returns the nodes and tasks that the handler of a statement may affect.
  func reached(byHandlerOf statement: Int) -> [Reached] {
    guard let handler = program.statements[statement].handler else { return [] }
    var all: [Reached] = []
    for action in handler.actions {
      switch action {
      case .fulfill(let other, _), .reject(let other, _), .report(let other, _), .abandon(let other), .fire(let other),
        .cancel(let other),
        .attach(let other):
        all.append(.node(result(other)))
      case .cancelTask(let task): all.append(.task(tasks[task]!))
      case .cancelOwn: all.append(.node(result(statement)))
      case .cancelAll(let queue): all += elements(of: queue).map { .node($0) }
      }
    }
    if let other = handler.returned { all.append(.node(result(other))) }
    if let derived = derivedByHandler[statement] { all.append(.node(derived)) }
    for case .attach(.link(let derived), _) in actions[statement] { all.append(.node(derived)) }
    return all
  }

  /// Whether a node, or its handler, may cancel or spare other nodes. Whether their errors are observed then depends on
  /// the order of steps.
  func isCanceller(_ node: Int) -> Bool {
    switch specs[node].kind {
    case .combination(.race, _), .combination(.raceFulfilled, _), .combination(.raceGuarantees, _),
      .combination(.raceSpare, _), .combination(.raceFulfilledSpare, _), .timeout:
      return true
    // When one input has settled, there is another input to cancel.
    case .iteration(let iteration): return iteration.followers.count > 1
    default: return isCanceller(handlerOf: specs[node].statement)
    }
  }

  func isCanceller(handlerOf statement: Int) -> Bool {
    let actions = program.statements[statement].handler?.actions ?? []
    return actions.contains { action in
      switch action {
      case .cancel, .cancelTask, .cancelOwn, .cancelAll: true
      default: false
      }
    }
  }
}
