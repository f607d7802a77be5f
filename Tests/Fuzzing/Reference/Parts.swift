/// Which promises and tasks of a program have to do with each other at one moment. Those that do not can be played one
/// after the other: nobody can tell.
struct Parts {
  private let meaning: Meaning
  private let world: World
  /// Nodes, and after them tasks.
  private var parents: [Int]

  /// - Parameter isMade: Whether a node is there at all.
  init(of world: World, _ meaning: Meaning, _ isMade: [Bool]) {
    self.meaning = meaning
    self.world = world
    parents = Array(0..<world.nodes.count + world.waits.count)
    for (number, node) in world.nodes.enumerated() where node.isPending && isMade[number] {
      for upstream in node.upstream { join(number, members(of: upstream)) }
      for watcher in node.line { join(number, [member(watcher)]) }
      // Its handler may yet do all that it can do.
      join(number, meaning.reach[number].map(member))
    }
    for (number, wait) in world.waits.enumerated() {
      if let owner = meaning.owners[number] { join(member(task: number), [owner]) }
      if let node = wait.node, wait.outcome == nil { join(member(task: number), [node]) }
    }
  }

  /// Where a job belongs, which is in one part from now on.
  mutating func home(of job: [Step]) -> Int? {
    var all: [Int] = []
    for step in job { all += touched(by: step) }
    guard let first = all.first else { return nil }
    join(first, all)
    return first
  }

  mutating func root(_ member: Int) -> Int {
    var member = member
    while parents[member] != member { member = parents[member] }
    return member
  }

  private mutating func join(_ one: Int, _ others: [Int]) {
    for other in others { parents[root(one)] = root(other) }
  }

  private func member(task: Int) -> Int { world.nodes.count + task }

  private func member(_ reached: Meaning.Reached) -> Int {
    switch reached {
    case .node(let node): node
    case .task(let task): member(task: task)
    }
  }

  private func member(_ watcher: Watcher) -> Int {
    switch watcher {
    case .link(let node), .follower(let node), .member(let node, _), .condition(let node, _), .loop(let node):
      node
    case .pump(let node, _): node
    case .wait(let task): member(task: task)
    }
  }

  private func members(of upstream: Upstream) -> [Int] {
    switch upstream {
    case .node(let node), .timer(let node), .clock(let node): [node]
    case .witness(let node), .producer(let node): reached(from: node)
    case .members(let members): members
    case .task(let task): [member(task: task)]
    case .pump(let node): reached(from: node)
    }
  }

  private func touched(by step: Step) -> [Int] {
    switch step {
    case .arrive(.pump(let node, _), let source): reached(from: node) + (isMarkedLate(source) ? [source] : [])
    case .attach(let watcher, let node): [member(watcher)] + pending(node)
    case .arrive(let watcher, let source): [member(watcher)] + (isMarkedLate(source) ? [source] : [])
    case .run(let node, _), .finish(let node, _), .work(let node), .witness(let node), .callBack(let node),
      .judge(let node, _),
      .next(let node), .wait(let node):
      [node] + meaning.reach[node].map(member)
    case .settle(let node, _, _, _), .cancel(let node), .see(let node), .leave(let node, _), .abandon(let node),
      .resolve(let node, _), .lose(let node),
      .ring(let node), .goOn(let node, _):
      pending(node)
    case .link(let node, let upstream, _): [node] + members(of: upstream)
    case .fill(let node), .ask(let node), .keep(let node, _), .leavePending(let node), .goOnPumping(let node, _):
      reached(from: node)
    case .hold(let node, let source, _): [node, source]
    case .tell(let upstream): members(of: upstream)
    case .begin(let statement): meaning.background[statement].flatMap(touched)
    case .stand(let task, let node): [member(task: task)] + pending(node)
    case .check(let task), .cancelTask(let task), .expire(let task): [member(task: task)]
    }
  }

  private func reached(from node: Int) -> [Int] { [node] + meaning.reach[node].map(member) }

  /// A promise that is settled does not change any more.
  private func pending(_ node: Int) -> [Int] { world.nodes[node].isPending ? [node] : [] }

  /// Whether something may be noted of a promise after it is settled.
  private func isMarkedLate(_ node: Int) -> Bool {
    if case .witness = meaning.specs[node].kind { true } else { false }
  }
}

extension Meaning {
  enum Reached {
    case node(Int)
    case task(Int)
  }

  /// What the handler of a node may have to do with.
  func reached(by node: Int) -> [Reached] {
    let spec = specs[node]
    let statement = program.statements[spec.statement]
    var all: [Reached] = []
    switch spec.kind {
    case .witness(_, _, _, let timer?): all.append(.node(timer))
    case .pump(_, let members, _): all += members.map { .node($0) }
    case .loop(_, let scratch): all.append(.node(scratch))
    case .delay(let timer, let after): all += [.node(timer), .node(after)]
    case .task(let task, _, _), .taskWork(let task): all.append(.task(task))
    default: break
    }
    guard let handler = handler(of: statement) else { return all }
    for act in handler.acts {
      switch act {
      case .fulfill(let other, _), .reject(let other, _), .abandon(let other), .cancel(let other), .attach(let other):
        all.append(.node(face(other)))
      case .cancelTask(let task): all.append(.task(tasks[task]!))
      case .cancelOwn: all.append(.node(face(spec.statement)))
      }
    }
    switch handler.result {
    case .promise(let other), .derived(let other): all.append(.node(face(other)))
    case .value, .error, .itself: break
    }
    if let derived = derivedByHandler[spec.statement] { all.append(.node(derived)) }
    for case .attach(.link(let derived), _) in acts[spec.statement] { all.append(.node(derived)) }
    return all
  }

  /// Whether a node may cancel others, by what it is or by what its handler does.
  func isCanceller(_ node: Int) -> Bool {
    switch specs[node].kind {
    case .join(.race, _), .join(.raceFulfilled, _), .timeout: return true
    default: break
    }
    let acts = handler(of: program.statements[specs[node].statement])?.acts ?? []
    return acts.contains { act in
      switch act {
      case .cancel, .cancelTask, .cancelOwn: true
      default: false
      }
    }
  }
}
