/// Plays a batch in every order in which its steps can happen.
struct Explorer {
  let meaning: Meaning
  /// How many worlds to look at before giving up.
  let limit: Int
  /// Whether to play also the orders that can make no difference.
  var isThorough = false
  /// Which nodes belong to statements that have been done.
  private var isMade: [Bool]

  init(_ meaning: Meaning, limit: Int, isThorough: Bool = false) {
    self.meaning = meaning
    self.limit = limit
    self.isThorough = isThorough
    isMade = Array(repeating: false, count: meaning.specs.count)
  }

  /// The worlds that a batch can come to rest in, if it begins in one of `worlds`; `nil` if they are too many to see.
  mutating func play(_ batch: Program.Batch, from worlds: [World]) -> [World]? {
    let done = Set(batch.threads.joined())
    for (node, spec) in meaning.specs.enumerated() where done.contains(spec.statement) { isMade[node] = true }
    return play(batch.threads.map { $0.flatMap { meaning.steps[$0] } }, from: worlds)
  }

  /// Likewise, when the program lets go of everything.
  func end(from worlds: [World]) -> [World]? { play([meaning.end], from: worlds) }

  private func play(_ jobs: [[Step]], from worlds: [World]) -> [World]? {
    var ends: [World] = []
    // Hashes of worlds, which is all that it takes to know them again.
    var seen: Set<Int> = []
    var open: [World] = worlds.map { world in
      var world = world
      for node in world.nodes.indices where !world.nodes[node].isPending { world.nodes[node].isAtRest = true }
      for job in jobs { world.spawn(job) }
      return world
    }
    while let world = open.popLast() {
      guard seen.insert(world.hashValue).inserted else { continue }
      guard seen.count <= limit else { return nil }
      let next = nextJobs(of: world)
      if next.isEmpty { ends.append(world) }
      for job in next { open.append(step(world, job)) }
    }
    return ends
  }

  /// The world after the first step of a job.
  private func step(_ world: World, _ job: Int) -> World {
    var reference = Reference(meaning: meaning, world: world)
    let steps = reference.world.jobs.remove(at: job)
    reference.rest = Array(steps.dropFirst())
    reference.perform(steps[0])
    let rest = reference.rest
    reference.world.spawn(rest)
    return reference.world
  }

  /// Jobs whose order matters: those of one part of the program that has nothing to do with the others at this moment.
  ///
  /// What happens in one part cannot be told from another, so the parts are played one after the other.
  private func nextJobs(of world: World) -> [Int] {
    guard world.jobs.count > 1, !isThorough else { return Array(world.jobs.indices) }
    if isCalm(world), let job = world.jobs.firstIndex(where: { isPrivate($0[0]) }) { return [job] }
    var parts = Parts(of: world, meaning, isMade)
    let homes = world.jobs.map { parts.home(of: $0) }
    let roots = homes.map { home in home.map { parts.root($0) } }
    return world.jobs.indices.filter { roots[$0] == roots[0] }
  }

  /// Whether nothing can be cancelled before all has come to rest. Then what a promise comes to depends on nobody but
  /// those that it waits for.
  private func isCalm(_ world: World) -> Bool {
    for (number, node) in world.nodes.enumerated()
    where node.isPending && isMade[number] && meaning.mayCancel[number] { return false }
    if world.waits.contains(where: { $0.isCancelled && $0.outcome == nil }) { return false }
    return !world.jobs.contains { job in
      job.contains { step in
        switch step {
        case .cancel, .tell, .cancelTask, .expire: true
        case .leavePending(let node), .keep(let node, _): world.nodes[node].wereTold
        case .link(let node, _, _), .hold(let node, _, _): world.nodes[node].wereTold
        case .work(let node), .run(let node, _), .finish(let node, _), .judge(let node, _), .next(let node),
          .witness(let node), .callBack(let node), .wait(let node), .ask(let node), .fill(let node),
          .arrive(.pump(let node, _), _),
          .goOnPumping(let node, _):
          meaning.mayCancel[node] || world.nodes[node].wereTold
        case .begin(let statement):
          meaning.face(of: statement).map { meaning.mayCancel[$0] }
            ?? meaning.tasks[statement].map { meaning.waiting[$0] == .timesOut } ?? false
        case .stand(let task, _), .check(let task): meaning.waiting[task] == .timesOut
        default: false
        }
      }
    }
  }

  /// Whether the order of a step and others makes no difference as long as nothing is cancelled.
  private func isPrivate(_ step: Step) -> Bool {
    switch step {
    case .arrive(.member, _), .arrive(.pump, _), .settle, .resolve, .lose, .leave, .see, .tell, .cancel, .abandon,
      .cancelTask, .expire, .witness, .callBack, .fill, .ask, .keep, .leavePending, .goOnPumping:
      false
    case .attach, .arrive, .run, .finish, .link, .ring, .begin, .work, .stand, .check, .goOn, .judge, .next, .wait,
      .hold:
      true
    }
  }
}
