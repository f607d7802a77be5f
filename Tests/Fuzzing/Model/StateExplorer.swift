/// Explores all states that a batch can lead to, by executing its steps in every order.
struct StateExplorer {
  let lowering: Lowering
  /// The number of states to visit before giving up.
  let limit: Int
  /// Whether to explore even the orders that cannot make a difference.
  var isExhaustive = false
  /// Whether each node belongs to a statement that has been executed.
  private var isCreated: [Bool]

  init(_ lowering: Lowering, limit: Int, isExhaustive: Bool = false) {
    self.lowering = lowering
    self.limit = limit
    self.isExhaustive = isExhaustive
    isCreated = Array(repeating: false, count: lowering.specs.count)
  }

  /// Returns the quiescent states to which a batch can lead from one of `states`, or `nil` if there are too many states
  /// to visit.
  mutating func run(_ batch: Program.Batch, from states: [ModelState]) -> [ModelState]? {
    let executed = Set(batch.threads.joined())
    for (node, spec) in lowering.specs.enumerated() where executed.contains(spec.statement) { isCreated[node] = true }
    return run(batch.threads.map { $0.flatMap { lowering.steps[$0] } }, from: states)
  }

  /// Returns the states after the program has released everything.
  func end(from states: [ModelState]) -> [ModelState]? { run([lowering.end], from: states) }

  private func run(_ jobs: [[Step]], from states: [ModelState]) -> [ModelState]? {
    var ends: [ModelState] = []
    // Hash values suffice to recognize a visited state.
    var visited: Set<Int> = []
    var open: [ModelState] = states.map { state in
      var model = ReferenceModel(lowering: lowering, state: state)
      model.rest()
      var state = model.state
      for job in jobs { state.spawn(job) }
      return state
    }
    while let state = open.popLast() {
      guard visited.insert(state.hashValue).inserted else { continue }
      guard visited.count <= limit else { return nil }
      let next = nextJobs(of: state)
      if next.isEmpty { ends.append(state) }
      for job in next { open.append(step(state, job)) }
    }
    return ends
  }

  /// Returns the state after the first step of a job.
  private func step(_ state: ModelState, _ job: Int) -> ModelState {
    var model = ReferenceModel(lowering: lowering, state: state)
    let steps = model.state.jobs.remove(at: job)
    model.continuation = Array(steps.dropFirst())
    model.perform(steps[0])
    let continuation = model.continuation
    model.state.spawn(continuation)
    return model.state
  }

  /// Returns jobs in an order that matters: those of one part of the program.
  private func nextJobs(of state: ModelState) -> [Int] {
    guard state.jobs.count > 1, !isExhaustive else { return Array(state.jobs.indices) }
    var partition = Partition(of: state, lowering, isCreated)
    let elements = state.jobs.map { partition.element(of: $0) }
    let roots = elements.map { element in element.map { partition.root($0) } }
    let jobs = state.jobs.indices.filter { roots[$0] == roots[0] }
    guard let root = roots[0], let job = jobs.first(where: { isIndependent(state.jobs[$0][0]) }),
      !isCancellationPossible(state, jobs, where: { partition.root($0) == root })
    else { return jobs }
    return [job]
  }

  /// Whether anything may be canceled in a part of the program before the part is quiescent. If not, the outcome of a
  /// promise depends only on the nodes that it waits for.
  private func isCancellationPossible(_ state: ModelState, _ jobs: [Int], where isInPart: (Int) -> Bool) -> Bool {
    if jobs.contains(where: { job in state.jobs[job].contains { mayCancel($0, state) } }) { return true }
    for (number, node) in state.nodes.enumerated() where node.isPending && isCreated[number] && isInPart(number) {
      // A canceled guarantee may be released before or after the outcome of its source is delivered.
      if lowering.mayCancel[number] || node.isUnreferenced(isValue: lowering.isValue(number)) { return true }
      for case .pipe(let statement) in node.observers where lowering.isCanceller(handlerOf: statement) { return true }
    }
    return state.waits.indices.contains { task in
      state.waits[task].isCancelled && state.waits[task].outcome == nil && isInPart(state.nodes.count + task)
    }
  }

  private func mayCancel(_ step: Step, _ state: ModelState) -> Bool {
    switch step {
    case .cancel, .notify, .cancelTask, .expire, .cancelAll, .spawnCancellations, .deallocate: true
    case .releaseValue(let node), .releasePending(let node), .track(let node, _), .addTarget(let node, _, _),
      .addIterationTarget(let node, _, _):
      state.nodes[node].isCancelRequested
    case .attach(.pipe(let statement), _), .deliver(.pipe(let statement), _): lowering.isCanceller(handlerOf: statement)
    case .work(let node), .run(let node, _), .finish(let node, _), .evaluate(let node, _), .iterate(let node),
      .cleanUp(let node), .callProducer(let node), .awaitIteration(let node), .request(let node), .fill(let node),
      .enterQueue(let node), .endWork(let node), .leaveQueue(let node), .deliver(.limiter(let node, _), _),
      .memberEnded(let node, _):
      lowering.mayCancel[node] || state.nodes[node].isCancelRequested
    case .begin(let statement):
      lowering.results[statement].map { lowering.mayCancel[$0] }
        ?? lowering.tasks[statement].map { lowering.waitModes[$0].hasTimeout } ?? false
    // A canceled task that iterates is about to cancel the promise that it waited for.
    case .resume(let node, .error): lowering.specs[node].isIteration
    case .suspend(let task, _), .checkCancellation(let task): lowering.waitModes[task].hasTimeout
    default: false
    }
  }

  /// Whether the order of a step relative to others makes no difference as long as nothing is canceled.
  private func isIndependent(_ step: Step) -> Bool {
    switch step {
    case .enterQueue, .endWork, .leaveQueue, .cancelAll, .spawnCancellations, .report, .followProgress, .setWeight,
      .deliver(.member, _), .deliver(.limiter, _), .deliver(.element, _), .requestElement,
      .deliver(.foreignCallback, _), .deliver(.pipe, _), .deliverUnlessDeallocated, .deallocate, .releaseValue, .settle,
      .resolve, .releaseResolver, .leave, .markObserved, .notify, .cancel, .abandon, .cancelTask, .expire, .cleanUp,
      .callProducer, .fill, .request, .track, .releasePending, .memberEnded:
      false
    case .attach, .deliver, .run, .finish, .addTarget, .fire, .begin, .work, .suspend, .checkCancellation, .resume,
      .evaluate, .iterate, .awaitIteration, .addIterationTarget:
      true
    }
  }
}
