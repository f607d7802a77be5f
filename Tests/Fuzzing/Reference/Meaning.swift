/// What a program means: the promises that it makes, those between the lines included, and the steps of each statement.
struct Meaning {
  let program: Program
  var specs: [Spec] = []
  /// The node that each statement makes.
  private(set) var faces: [Int?] = []
  /// The task that each statement starts.
  private(set) var tasks: [Int?] = []
  /// What each statement does.
  private(set) var steps: [[Step]] = []
  /// What then begins by itself.
  private(set) var background: [[Step]] = []
  /// What each statement's handler does.
  private(set) var acts: [[Step]] = []
  /// The node that each statement's handler derives.
  private(set) var derivedByHandler: [Int?] = []
  /// Whom each task goes on as, and how it waits.
  private(set) var owners: [Int?] = []
  private(set) var waiting: [Waiting] = []
  /// Whether a node, as long as it is pending, may cancel others.
  private(set) var mayCancel: [Bool] = []
  /// What each node's handler may have to do with.
  private(set) var reach: [[Reached]] = []
  /// Before any statement.
  var start = World()

  init(_ program: Program) {
    self.program = program
    for (number, statement) in program.statements.enumerated() {
      faces.append(nil)
      tasks.append(nil)
      steps.append([])
      background.append([])
      acts.append([])
      start.heard.append([])
      derivedByHandler.append(nil)
      if case .derived(let other)? = handler(of: statement)?.result {
        derivedByHandler[number] = derivative(of: other, number)
      }
      switch statement {
      case .pending: faces[number] = node(.source, number)
      case .watched:
        let node = node(.source, number)
        start.nodes[node].upstream = [.producer(node)]
        faces[number] = node
      case .value(let value): faces[number] = node(.source, number, .value(value))
      case .error(let code): faces[number] = node(.source, number, .error(.thrown(code)))
      case .apply(let name, let source, _, _): faces[number] = apply(name, to: face(source), number)
      case .join(let join, let members): faces[number] = self.join(join, members.map(face), number)
      case .work(let work, _, let handler): faces[number] = self.work(work, handler, number)
      case .wait(let source, let waiting):
        tasks[number] = task(of: nil, waiting)
        begins(number, with: [.stand(tasks[number]!, at: face(source))])
      case .act(let act): does(number, [step(act, number)])
      case .release: break
      }
      acts[number] = handler(of: statement)?.acts.map { step($0, number) } ?? []
    }
    reach = specs.indices.map(reached)
    mayCancel = specs.indices.map(isCanceller)
  }

  // MARK: What it is made of

  func face(_ statement: Int) -> Int { faces[statement]! }

  func face(of statement: Int) -> Int? { faces[statement] }

  func handler(of statement: Statement) -> Handler? {
    switch statement {
    case .apply(_, _, _, let handler), .work(_, _, let handler), .watched(let handler): handler
    default: nil
    }
  }

  /// Whether the handler of a node, or what stands for one, runs wherever its source settles.
  func isInline(_ node: Int) -> Bool {
    switch specs[node].kind {
    case .step(_, .same), .step(_, .always), .step(_, .given), .step(_, .report), .task, .delay: return true
    case .witness(.errorsOfMembers, _, _, _): return false
    default: break
    }
    switch program.statements[specs[node].statement] {
    case .apply(_, _, let place, _), .work(_, let place, _): return place == .inline
    default: return false
    }
  }

  /// Whether a handler is called without being told the outcome.
  func isToldNothing(_ statement: Int) -> Bool {
    guard case .apply(let name, _, _, _) = program.statements[statement] else { return false }
    return [.ensure, .finally, .always, .ensureThen, .guaranteeEnsure].contains(name)
  }

  /// How often a statement's handler can be called.
  func mostCalls(of statement: Int) -> Int {
    switch program.statements[statement] {
    case .apply(.reduce, _, _, _), .work(.retry, _, _), .work(.until, _, _): Spec.Loop.steps
    default: 1
    }
  }

  /// The statements that are done; a program that is being shrunk has others.
  var done: Set<Int> { Set(program.batches.flatMap { $0.threads.joined() }) }

  /// What happens when the program lets go of everything.
  var end: [Step] {
    done.sorted().filter { program.statements[$0].hasResolver }.map { .lose(face($0)) }
  }

  private mutating func step(_ act: Act, _ statement: Int) -> Step {
    switch act {
    case .fulfill(let source, let value): .resolve(face(source), .value(value))
    case .reject(let source, let code): .resolve(face(source), .error(.thrown(code)))
    case .abandon(let source): .lose(face(source))
    case .cancel(let promise): .cancel(face(promise))
    case .cancelTask(let task): .cancelTask(tasks[task]!)
    case .cancelOwn: .cancel(face(statement))
    case .attach(let other): .attach(.link(derivative(of: other, statement)), to: face(other))
    }
  }

  /// What will be derived from a promise, when it comes to that.
  private mutating func derivative(of other: Int, _ statement: Int) -> Int {
    node(.step(.values, .same), statement, from: .node(face(other)))
  }

  mutating func node(
    _ kind: Spec.Kind, _ statement: Int, _ outcome: Outcome? = nil, from upstream: Upstream? = nil,
    isGuarantee: Bool = false
  ) -> Int {
    specs.append(Spec(kind: kind, statement: statement, isGuarantee: isGuarantee))
    var node = Node()
    node.outcome = outcome
    if let upstream { node.upstream = [upstream] }
    start.nodes.append(node)
    return specs.count - 1
  }

  /// A node that is derived from another one.
  mutating func derived(_ kind: Spec.Kind, from source: Int, _ statement: Int) -> Int {
    let node = node(kind, statement, from: .node(source))
    does(statement, [.attach(.link(node), to: source)])
    return node
  }

  mutating func timer(_ statement: Int, rings: Bool) -> Int {
    let timer = node(.timer, statement, isGuarantee: true)
    start.nodes[timer].upstream = [.timer(timer)]
    if rings { begins(statement, with: [.ring(timer)]) }
    return timer
  }

  mutating func task(of owner: Int?, _ waiting: Waiting = .leaves) -> Int {
    owners.append(owner)
    self.waiting.append(waiting)
    start.waits.append(Wait())
    return owners.count - 1
  }

  mutating func does(_ statement: Int, _ more: [Step]) { steps[statement] += more }

  /// What begins when something else happens.
  mutating func prepare(_ statement: Int, _ steps: [Step]) { background[statement] = steps }

  mutating func begins(_ statement: Int, with more: [Step]) {
    background[statement] = more
    does(statement, [.begin(statement)])
  }
}

extension Statement {
  fileprivate var hasResolver: Bool {
    switch self {
    case .pending, .watched: true
    default: false
    }
  }
}
