/// A program in terms of the reference model: the nodes that it creates, including those inside operators, and the
/// steps of each statement.
struct Lowering {
  let program: Program
  var specs: [NodeSpec] = []
  /// The node that each statement creates.
  private(set) var results: [Int?] = []
  /// The task that each statement starts.
  private(set) var tasks: [Int?] = []
  /// The steps of each statement.
  private(set) var steps: [[Step]] = []
  /// The steps that start later, after a statement has prepared them.
  private(set) var background: [[Step]] = []
  /// The actions of each statement's handler.
  private(set) var actions: [[Step]] = []
  /// The node that each statement's handler derives.
  private(set) var derivedByHandler: [Int?] = []
  /// For each task, the node that continues when the task ends, and how the task waits.
  private(set) var owners: [Int?] = []
  private(set) var waitModes: [WaitMode] = []
  /// Whether a node may cancel others while it is pending.
  private(set) var mayCancel: [Bool] = []
  /// The nodes and tasks that each node's handler may affect.
  private(set) var reach: [[Reached]] = []
  /// The state before the first statement.
  var start = ModelState()

  init(_ program: Program) {
    self.program = program
    for (number, statement) in program.statements.enumerated() {
      results.append(nil)
      tasks.append(nil)
      steps.append([])
      background.append([])
      actions.append([])
      start.calls.append([])
      derivedByHandler.append(nil)
      if case .derived(let other)? = statement.handler?.result {
        derivedByHandler[number] = derivative(of: other, number)
      }
      results[number] = lower(statement, number)
      actions[number] = statement.handler?.actions.map { step($0, number) } ?? []
    }
    reach = specs.indices.map { reached(by: $0) }
    mayCancel = specs.indices.map { isCanceller($0) }
  }

  private mutating func lower(_ statement: Statement, _ number: Int) -> Int? {
    switch statement {
    case .pending: return node(.source, number)
    case .watched:
      let node = node(.source, number)
      start.nodes[node].targets = [.producer(node)]
      return node
    case .pendingGuarantee: return node(.source, number, isGuarantee: true)
    case .timer:
      let timer = node(.timer, number, isGuarantee: true)
      start.nodes[timer].targets = [.timer(timer)]
      return timer
    case .foreign: return node(.foreign, number)
    case .value(let value): return node(.source, number, .value(value))
    case .error(let code): return node(.source, number, .error(.thrown(code)))
    case .apply(let name, let source, _, let handler): return apply(name, to: source, handler, number)
    case .combine(let combinator, let members): return combine(combinator, members, number)
    case .work(let work, _, let handler): return self.work(work, handler, number)
    case .wait(let source, let mode):
      tasks[number] = task(of: nil, mode)
      if program.type(of: source) == .foreign {
        let (node, attach) = foreignFollower(of: source, number)
        begins(number, with: [attach, .suspend(tasks[number]!, at: node)])
      } else {
        begins(number, with: [.suspend(tasks[number]!, at: result(source))])
      }
    case .iterate(let sources, let order, let stopsAfterFirst):
      tasks[number] = iterate(over: sources, order, stopsAfterFirst: stopsAfterFirst, number)
    case .pipe(let source, _): does(number, [.attach(.pipe(statement: number), to: result(source))])
    case .followProgress(let source, _):
      does(number, [.followProgress(of: result(source), statement: number)])
    case .setWeight(let source, let weight): does(number, [.setWeight(of: result(source), weight)])
    case .act(let action): does(number, [step(action, number)])
    case .release(let value): if program.type(of: value).isGuarantee { does(number, [.releaseValue(result(value))]) }
    }
    return nil
  }

  // MARK: - Queries

  /// Returns the node that a statement creates.
  func result(_ statement: Int) -> Int { results[statement]! }

  /// Whether a node is the value of a statement, and not an intermediate one.
  func isValue(_ node: Int) -> Bool { results[specs[node].statement] == node }

  /// Whether a handler or a task of a statement may refer to the value of a node.
  func mayBeCaptured(_ node: Int) -> Bool {
    guard isValue(node) else { return false }
    let value = specs[node].statement
    return program.statements.contains { statement in
      switch statement {
      case .wait(value, _): true
      case .iterate(let sources, _, _): sources.contains(value)
      default:
        statement.handler?.returned == value || statement.handler?.actions.contains { $0.object == value } == true
      }
    }
  }

  /// Whether the handler of a node, or its equivalent, runs inline where its source settles.
  func isInline(_ node: Int) -> Bool {
    switch specs[node].kind {
    case .step(_, .same), .step(_, .always), .step(_, .stored), .step(_, .report), .task, .delay: return true
    case .observation(.errorsOfMembers, _, _, _): return false
    default: break
    }
    switch program.statements[specs[node].statement] {
    case .apply(_, _, let executor, _), .work(_, let executor, _): return executor == .inline
    default: return false
    }
  }

  /// Whether a handler is called without the outcome.
  func isToldNothing(_ statement: Int) -> Bool {
    guard case .apply(let name, _, _, _) = program.statements[statement] else { return false }
    return [.ensure, .ensureThen, .guaranteeEnsure, .guaranteeEnsureThen].contains(name)
  }

  /// The largest number of times that a statement's handler may be called.
  func callLimit(of statement: Int) -> Int {
    switch program.statements[statement] {
    case .iterate(let sources, _, let stopsAfterFirst): stopsAfterFirst ? 1 : sources.count
    case .apply(.reduce, _, _, _), .work(.retry, _, _), .work(.until, _, _): NodeSpec.Loop.limit
    default: 1
    }
  }

  /// The statements that are executed. A program that is being shrunk contains others as well.
  var executed: Set<Int> { Set(program.batches.flatMap { $0.threads.joined() }) }

  /// The steps that release everything at the end of the program, in the order of the statements.
  var end: [Step] {
    executed.sorted().flatMap { statement -> [Step] in
      var release: [Step] = []
      if let node = results[statement], program.type(of: statement).isGuarantee { release = [.releaseValue(node)] }
      switch program.statements[statement] {
      case .pending, .watched, .pendingGuarantee, .foreign: return release + [.releaseResolver(result(statement))]
      case .timer: return [.fire(result(statement))] + release
      default: return release
      }
    }
  }

  // MARK: - Building

  private mutating func step(_ action: Action, _ statement: Int) -> Step {
    switch action {
    case .fulfill(let source, let value): .resolve(result(source), .value(value))
    case .reject(let source, let code): .resolve(result(source), .error(.thrown(code)))
    case .report(let source, let tenths): .report(result(source), tenths)
    case .abandon(let source): .releaseResolver(result(source))
    case .fire(let timer): .fire(result(timer))
    case .cancel(let promise): .cancel(result(promise))
    case .cancelTask(let task): .cancelTask(tasks[task]!)
    case .cancelOwn: .cancel(result(statement))
    case .cancelAll(let queue): .cancelAll(queue)
    case .attach(let other): .attach(.link(derivative(of: other, statement)), to: result(other))
    }
  }

  /// Adds the node that a handler derives from the value of another statement.
  private mutating func derivative(of other: Int, _ statement: Int) -> Int {
    let isGuarantee = program.type(of: other).isGuarantee
    return node(.step(.values, .same), statement, from: .node(result(other)), isGuarantee: isGuarantee)
  }

  mutating func node(
    _ kind: NodeSpec.Kind, _ statement: Int, _ outcome: Outcome? = nil, from target: CancellationTarget? = nil,
    isGuarantee: Bool = false
  ) -> Int {
    specs.append(NodeSpec(kind: kind, statement: statement, isGuarantee: isGuarantee))
    var node = Node()
    node.outcome = outcome
    if let target { node.targets = [target] }
    start.nodes.append(node)
    return specs.count - 1
  }

  /// Adds a node that is derived from another one.
  mutating func derived(
    _ kind: NodeSpec.Kind, from source: Int, _ statement: Int, isGuarantee: Bool = false
  ) -> Int {
    let node = node(kind, statement, from: .node(source), isGuarantee: isGuarantee)
    does(statement, [.attach(.link(node), to: source)])
    return node
  }

  /// Adds a promise that a foreign thenable settles. Returns it with the step that attaches the callback.
  mutating func foreignFollower(of source: Int, _ statement: Int) -> (node: Int, attach: Step) {
    let node = node(.source, statement)
    return (node, .attach(.foreignCallback(node), to: result(source)))
  }

  /// Adds a timer that an operator creates.
  mutating func timer(_ statement: Int, fires: Bool) -> Int {
    let timer = node(.timer, statement, isGuarantee: true)
    start.nodes[timer].targets = [.timer(timer)]
    if fires { begins(statement, with: [.fire(timer)]) }
    return timer
  }

  mutating func task(of owner: Int?, _ mode: WaitMode = .get) -> Int {
    owners.append(owner)
    waitModes.append(mode)
    start.waits.append(Wait())
    return owners.count - 1
  }

  mutating func does(_ statement: Int, _ more: [Step]) { steps[statement] += more }

  /// Prepares steps that start when a later step begins them.
  mutating func prepare(_ statement: Int, _ steps: [Step]) { background[statement] = steps }

  mutating func begins(_ statement: Int, with more: [Step]) {
    background[statement] = more
    does(statement, [.begin(statement)])
  }
}

extension Statement {
  var handler: Handler? {
    switch self {
    case .apply(_, _, _, let handler), .work(_, _, let handler), .watched(let handler), .pipe(_, let handler): handler
    default: nil
    }
  }
}
