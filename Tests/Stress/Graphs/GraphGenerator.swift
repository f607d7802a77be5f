import PromiseConcurrency
import TestSupport

/// Generates a random graph from a seed.
struct GraphGenerator {
  private var random: SplitMix64
  private var graph: Graph

  static func graph(seed: UInt64) -> Graph {
    var generator = GraphGenerator(seed: seed)
    generator.addNodes()
    generator.addThreads()
    return generator.graph
  }

  private init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    graph = Graph(seed: seed)
  }

  // MARK: - Nodes

  private mutating func addNodes() {
    for _ in 0..<1 + random.below(2) { addSource() }
    for _ in 0..<3 + random.below(12) {
      if chance(12) { addSource() } else { addDerived() }
    }
  }

  private mutating func addSource() {
    switch random.below(10) {
    case 0..<6: graph.nodes.append(Graph.Node(operation: .after, type: .tick, microseconds: microseconds()))
    case 6..<8: graph.nodes.append(Graph.Node(operation: .pendingGuarantee, type: .guarantee))
    default: graph.nodes.append(Graph.Node(operation: .pendingPromise, type: .promise))
    }
  }

  private static let derivations: [Graph.Operation] = [
    .map, .map, .done, .get, .tap, .ensure, .ensureThen, .delay, .then, .then, .then, .recover, .timeout, .timeout,
    .asPromise, .whenGuarantees, .whenGuarantees, .raceGuarantees, .raceGuarantees, .whenFulfilled, .whenFulfilled,
    .whenResolved, .race, .race, .raceFulfilled,
  ]

  private mutating func addDerived() {
    let operation = Self.derivations.randomElement(using: &random)!
    var node = Graph.Node(operation: operation, type: .promise)
    node.executor = chance(50) ? .inline : Graph.ExecutorKind.allCases.randomElement(using: &random)!
    node.losers = chance(50) ? .spare : .cancel
    node.microseconds = microseconds()
    switch operation {
    case .recover:
      guard let input = anyNode({ $0.type == .promise }) else { return addSource() }
      node.inputs = [input]
      node.type = .guarantee
      node.returned = returnedGuarantee()
    case .whenGuarantees:
      guard let inputs = guarantees(ofOneType: false) else { return addSource() }
      node.inputs = inputs
      node.type = inputs.allSatisfy { graph.nodes[$0].type == .tick } ? .tick : .guarantee
    case .raceGuarantees:
      guard let inputs = guarantees(ofOneType: true) else { return addSource() }
      node.inputs = inputs
      node.type = graph.nodes[inputs[0]].type
    case .whenFulfilled, .whenResolved, .race, .raceFulfilled:
      node.inputs = (0..<1 + random.below(3)).map { _ in input() }
      node.type = operation == .whenResolved ? .guarantee : .promise
    case .asPromise, .timeout: node.inputs = [input()]
    default:
      let input = input()
      node.inputs = [input]
      node.returned = operation == .then ? returned() : operation == .ensureThen ? returnedTick() : nil
      node.type = type(of: node, from: graph.nodes[input].type)
    }
    graph.nodes.append(node)
  }

  /// Returns the type of the node that an operator creates from one input.
  private func type(of node: Graph.Node, from input: Graph.NodeType) -> Graph.NodeType {
    if input == .promise { return .promise }
    return switch node.operation {
    case .map: .guarantee
    case .done: .tick
    case .then: node.returned.map(type) ?? input
    default: input
    }
  }

  private func type(of returned: Graph.Returned) -> Graph.NodeType {
    switch returned {
    case .node(let node): graph.nodes[node].type
    case .timer: .tick
    case .mappedTimer: .guarantee
    }
  }

  /// Returns a random input, often one of the first nodes, so that these have several consumers.
  private mutating func input() -> Int {
    chance(50) ? random.below(min(2, graph.nodes.count)) : random.below(graph.nodes.count)
  }

  private mutating func returned() -> Graph.Returned {
    chance(50) ? .node(random.below(graph.nodes.count)) : freshTimer()
  }

  private mutating func returnedGuarantee() -> Graph.Returned {
    if chance(50), let node = anyNode({ $0.type == .guarantee }) { return .node(node) }
    return .mappedTimer(microseconds: microseconds())
  }

  private mutating func returnedTick() -> Graph.Returned {
    if chance(50), let node = anyNode({ $0.type == .tick }) { return .node(node) }
    return .timer(microseconds: microseconds())
  }

  private mutating func freshTimer() -> Graph.Returned {
    chance(50) ? .timer(microseconds: microseconds()) : .mappedTimer(microseconds: microseconds())
  }

  private mutating func anyNode(_ isWanted: (Graph.Node) -> Bool) -> Int? {
    graph.nodes.indices.filter { isWanted(graph.nodes[$0]) }.randomElement(using: &random)
  }

  private mutating func guarantees(ofOneType: Bool) -> [Int]? {
    guard let first = anyNode({ $0.type != .promise }) else { return nil }
    let type = graph.nodes[first].type
    let others = graph.nodes.indices.filter {
      graph.nodes[$0].type == type || !ofOneType && graph.nodes[$0].type != .promise
    }
    return [first] + (0..<random.below(3)).map { _ in chance(50) ? others[0] : others.randomElement(using: &random)! }
  }

  // MARK: - Threads

  private mutating func addThreads() {
    let threadCount = 2 + random.below(3)
    var others = Array(repeating: [Graph.Action](), count: threadCount)
    for (number, node) in graph.nodes.enumerated() {
      // Every source settles eventually, so that every wait returns.
      switch node.operation {
      case .pendingGuarantee: others[random.below(threadCount)].append(.fulfill(number))
      case .pendingPromise: others[random.below(threadCount)].append(chance(60) ? .fulfill(number) : .reject(number))
      default: break
      }
      if chance(60) { addWait(for: number, to: &others) }
      if chance(50) { others[random.below(threadCount)].append(.cancel(number)) }
      if chance(85) { others[random.below(threadCount)].append(.release(number)) }
    }
    for thread in others.indices { others[thread] = order(others[thread], createsNodes: thread == 0) }
    graph.threads = others
  }

  private mutating func addWait(for node: Int, to threads: inout [[Graph.Action]]) {
    let wait: Graph.Wait =
      switch random.below(10) {
      case 0..<4: .get
      case 4..<6: .forward
      case 6..<9: .timeout(microseconds: microseconds(), losers: chance(50) ? .spare : .cancel)
      default: .pipe
      }
    threads[random.below(threads.count)].append(.wait(graph.waitCount, for: node, wait))
    if chance(40) { threads[random.below(threads.count)].append(.cancelTask(graph.waitCount)) }
    graph.waitCount += 1
  }

  /// Returns the actions of a thread in random order, with pauses. The first thread also creates the nodes, each before
  /// it performs an action on it.
  private mutating func order(_ actions: [Graph.Action], createsNodes: Bool) -> [Graph.Action] {
    var rest = actions.shuffled(using: &random)
    var ordered: [Graph.Action] = []
    if createsNodes {
      for node in graph.nodes.indices {
        if chance(20) { ordered.append(.pause(random.below(200))) }
        ordered.append(.create(node))
        // Sometimes a node is used before the remaining nodes have been created.
        while chance(30), let index = rest.firstIndex(where: { isPossible($0, after: node) }) {
          ordered.append(rest.remove(at: index))
        }
      }
    }
    for action in rest {
      if chance(40) { ordered.append(.pause(random.below(chance(10) ? 20_000 : 500))) }
      ordered.append(action)
    }
    return ordered
  }

  private func isPossible(_ action: Graph.Action, after node: Int) -> Bool {
    switch action {
    case .cancel(let object), .fulfill(let object), .reject(let object), .wait(_, let object, _): object <= node
    case .release(let object): graph.lastUses[object] <= node
    case .create, .cancelTask, .pause: false
    }
  }

  // MARK: - Chance

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  /// Returns a short time: some timers fire while the graph is being created, but most after parts of it have been
  /// canceled.
  private mutating func microseconds() -> Int {
    switch random.below(8) {
    case 0: 0
    case 1, 2: random.below(300)
    default: 500 + random.below(4000)
    }
  }
}
