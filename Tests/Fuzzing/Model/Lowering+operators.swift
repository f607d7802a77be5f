extension Lowering {
  /// Adds the nodes of an operator that is applied to the value of a statement.
  mutating func apply(_ name: Operator, to source: Int, _ handler: Handler, _ statement: Int) -> Int {
    if name.takesGuarantee { return applyToGuarantee(name, result(source), handler, statement) }
    switch name {
    case .timeoutNow: return timeout(source, statement, fires: true)
    case .timeoutNever: return timeout(source, statement, fires: false)
    case .timeoutSpare: return timeout(source, statement, fires: true, spares: true)
    case .copy: return copy(source, statement)
    default: return apply(name, promise(of: source, statement), statement)
    }
  }

  /// Returns the node of a promise, or of one that adopts the outcome of another thenable.
  mutating func promise(of source: Int, _ statement: Int) -> Int {
    program.type(of: source) == .promise ? result(source) : copy(source, statement)
  }

  private mutating func copy(_ source: Int, _ statement: Int) -> Int {
    let copy: Int
    if program.type(of: source) == .foreign {
      let (node, attach) = foreignFollower(of: source, statement)
      does(statement, [attach])
      copy = node
    } else {
      copy = node(.source, statement)
      let source = result(source)
      does(statement, [.attach(.follower(copy), to: source), .addTarget(copy, .node(source), replacing: true)])
    }
    return program.type(of: source) == .tick ? step(.values, .always(0), copy, statement) : copy
  }

  private mutating func apply(_ name: Operator, _ source: Int, _ statement: Int) -> Int {
    switch name {
    case .map: step(.values, .value, source, statement)
    case .thenPromise, .thenMap:
      name == .thenPromise
        ? step(.values, .promise, source, statement) : inArray(.promise, source, statement)
    case .get: step(.values, .input(or: nil), source, statement)
    case .validate: step(.values, .input(or: .error(.validationFailed)), source, statement)
    case .compactMap: step(.values, .valueOr(.error(.compactMap)), source, statement)
    case .done: then(.same, after: step(.values, .nothing, source, statement), statement)
    case .asVoid: then(.same, after: step(.values, .always(0), source, statement), statement)
    case .tap, .ensure: observation(.all, source, statement, seesCancellation: true)
    case .ensureThen:
      observation(.all, source, statement, seesCancellation: true, condition: condition(statement))
    case .catch: step(.errorsForCatch, .error, source, statement)
    case .catchAll: observation(.errors(.any), source, statement, seesCancellation: true, handlesError: true)
    case .catchOnlyType: observation(.errors(.thrown), source, statement, handlesError: true, catches: true)
    case .cauterize: step(.errorsForCatch, .report, source, statement)
    case .recoverPromise: step(.errors(.notCancelled), .promise, source, statement)
    case .recoverAll: step(.errors(.any), .promise, source, statement)
    case .recoverOnly: step(.errors(.thrown), .promise, source, statement)
    case .recoverGuarantee: derived(.step(.errors(.any), .promise), from: source, statement, isGuarantee: true)
    case .delay: delay(source, statement)
    case .firstly: adopting(source, statement)
    case .asyncMap: inTask(.value, source, statement)
    case .asyncGet: inTask(.input(or: nil), source, statement)
    case .asyncValidate: inTask(.input(or: .error(.validationFailed)), source, statement)
    case .asyncRecover: inTask(.value, of: .errors(.notCancelled), source, statement)
    case .reduce: reduce(source, statement)
    case .timeoutNow, .timeoutNever, .timeoutSpare, .copy, .guaranteeMap, .guaranteeThen, .guaranteeDone,
      .guaranteeGet, .guaranteeEnsure, .guaranteeEnsureThen, .guaranteeDelay:
      fatalError("This operator does not need a promise.")
    }
  }

  private mutating func applyToGuarantee(
    _ name: Operator, _ source: Int, _ handler: Handler, _ statement: Int
  ) -> Int {
    switch name {
    case .guaranteeMap: derived(.step(.values, .value), from: source, statement, isGuarantee: true)
    case .guaranteeThen: derived(.step(.values, .promise), from: source, statement, isGuarantee: true)
    case .guaranteeDone: derived(.step(.values, .nothing), from: source, statement, isGuarantee: true)
    case .guaranteeEnsureThen:
      derived(
        .observation(.all, handlesError: false, catches: false, condition: condition(statement)), from: source,
        statement, isGuarantee: true)
    case .guaranteeDelay: delay(source, statement, isGuarantee: true)
    default: derived(.step(.values, .input(or: nil)), from: source, statement, isGuarantee: true)
    }
  }

  private mutating func step(
    _ filter: NodeSpec.Filter, _ production: NodeSpec.Production, _ source: Int, _ statement: Int
  ) -> Int { derived(.step(filter, production), from: source, statement) }

  mutating func then(_ production: NodeSpec.Production, after source: Int, _ statement: Int) -> Int {
    step(.values, production, source, statement)
  }

  /// Adds the nodes of an operator on an array with one value. The result is an array or a value.
  private mutating func inArray(
    _ production: NodeSpec.Production, _ source: Int, _ statement: Int, isArrayAfter: Bool = true
  ) -> Int {
    let array = then(.same, after: source, statement)
    let node = then(production, after: array, statement)
    return isArrayAfter ? then(.same, after: node, statement) : node
  }

  mutating func observation(
    _ filter: NodeSpec.Filter, _ source: Int, _ statement: Int, seesCancellation: Bool = false,
    handlesError: Bool = false, catches: Bool = false, condition: NodeSpec.Condition? = nil
  ) -> Int {
    let node = derived(
      .observation(filter, handlesError: handlesError, catches: catches, condition: condition), from: source, statement)
    if seesCancellation { does(statement, [.addTarget(node, .cleanup(node))]) }
    return node
  }

  /// Returns the condition that the handler of `ensureThen` returns.
  private mutating func condition(_ statement: Int) -> NodeSpec.Condition {
    if let other = program.statements[statement].handler?.returned { return .node(result(other)) }
    return .ownTimer(timer(statement, fires: false))
  }

  private mutating func timeout(_ source: Int, _ statement: Int, fires: Bool, spares: Bool = false) -> Int {
    let member = program.type(of: source) == .foreign ? copy(source, statement) : result(source)
    let timer = timer(statement, fires: fires)
    let node = node(.timeout(of: member, spares: spares), statement)
    does(
      statement,
      [
        .attach(.member(node, index: 0), to: member), .attach(.member(node, index: 1), to: timer),
        .addTarget(node, .members([member])), .addTarget(node, .clock(timer)),
      ])
    return program.type(of: source) == .tick ? step(.values, .always(0), node, statement) : node
  }

  private mutating func delay(_ source: Int, _ statement: Int, isGuarantee: Bool = false) -> Int {
    let timer = timer(statement, fires: false)
    let after = node(.step(.values, .stored), statement, from: .node(timer), isGuarantee: true)
    return derived(.delay(timer: timer, then: after), from: source, statement, isGuarantee: isGuarantee)
  }

  private mutating func adopting(_ source: Int, _ statement: Int) -> Int {
    let node = node(.source, statement)
    does(statement, [.attach(.follower(node), to: source), .addTarget(node, .node(source), replacing: true)])
    return node
  }

  private mutating func inTask(
    _ production: NodeSpec.Production, of filter: NodeSpec.Filter = .values, _ source: Int, _ statement: Int
  ) -> Int {
    let task = task(of: specs.count)
    let node = derived(.task(task, filter, production), from: source, statement)
    prepare(statement, [.work(node)])
    return node
  }

  private mutating func reduce(_ source: Int, _ statement: Int) -> Int {
    let scratch = node(.source, statement, .value(0))
    let loop = node(.loop(.reduce, scratch: scratch), statement)
    does(statement, [.attach(.loop(loop), to: source), .addIterationTarget(loop, source, iteration: 0)])
    return loop
  }

  // MARK: - Work

  mutating func work(_ work: Work, _ handler: Handler, _ statement: Int) -> Int {
    switch work {
    case .task:
      let task = task(of: specs.count)
      let node = node(.taskWork(task), statement, from: .task(task))
      begins(statement, with: [.work(node)])
      return node
    case .queueOfOne, .queueOfTwo, .shortQueue, .queueWithoutRoom:
      let task = task(of: specs.count)
      let node = node(.queued(task, work.queue!), statement)
      does(statement, [.enterQueue(node)])
      return node
    case .retry, .until:
      let scratch = node(work == .until ? .step(.values, .same) : .source, statement, .value(0))
      let loop = node(.loop(work == .retry ? .retry : .until, scratch: scratch), statement)
      begins(statement, with: [.iterate(loop)])
      // The promise of `until` has no value.
      return work == .until ? then(.always(0), after: loop, statement) : loop
    case .resolver, .wrap:
      let node = node(.work(.value), statement)
      does(statement, [.work(node)])
      return node
    case .async:
      let node = node(.work(.value), statement)
      begins(statement, with: [.work(node)])
      return node
    }
  }

  // MARK: - Combinators

  mutating func combine(_ combinator: Combinator, _ statements: [Int], _ statement: Int) -> Int {
    let plain = combinator.plain
    if plain == .whenFulfilledByTwo || plain == .whenResolvedByOne {
      return limited(plain, statements.map { promise(of: $0, statement) }, statement)
    }
    let members = members(combinator, statements, statement)
    let isGuarantee = combinator.takesGuarantees || plain == .whenResolved
    let node = node(
      .combination(plain, members), statement, outcome(ofEmpty: plain, members), isGuarantee: isGuarantee)
    if !members.isEmpty {
      does(statement, members.enumerated().map { .attach(.member(node, index: $0.offset), to: $0.element) })
      does(statement, [.addTarget(node, .members(members))])
    }
    return resultOfCombinator(combinator, node, statements, statement)
  }

  /// Returns the nodes of a combinator's inputs. Inputs that all have one type are observed directly, except for
  /// foreign thenables. Others become promises.
  private mutating func members(_ combinator: Combinator, _ statements: [Int], _ statement: Int) -> [Int] {
    let type = program.commonType(of: statements)
    return statements.map { member in
      if combinator.takesGuarantees {
        if type != nil || program.type(of: member) == .guarantee { return result(member) }
        return derived(.step(.values, .always(0)), from: result(member), statement, isGuarantee: true)
      }
      if program.type(of: member) == .foreign { return copy(member, statement) }
      return type != nil || combinator.isTuple ? result(member) : promise(of: member, statement)
    }
  }

  /// Adds the operator with which the runner converts the values of most combinators into a number.
  private mutating func resultOfCombinator(
    _ combinator: Combinator, _ node: Int, _ statements: [Int], _ statement: Int
  ) -> Int {
    switch combinator.plain {
    case .race, .raceSpare, .raceFulfilled, .raceFulfilledSpare:
      let isVoid = program.commonType(of: statements) == .tick
      return isVoid ? then(.always(0), after: node, statement) : node
    case .raceGuarantees, .raceGuaranteesSpare: return node
    case .whenGuarantees: return derived(.step(.values, .same), from: node, statement, isGuarantee: true)
    case .whenRejected:
      let observation = observation(.errorsOfMembers, node, statement)
      return then(.same, after: observation, statement)
    default: return then(.same, after: node, statement)
    }
  }

  private mutating func limited(_ combinator: Combinator, _ members: [Int], _ statement: Int) -> Int {
    let isGuarantee = combinator == .whenResolvedByOne
    let width = combinator == .whenResolvedByOne ? 1 : 2
    let node = node(
      .limited(combinator, members, width: width), statement, from: nil, isGuarantee: isGuarantee)
    start.nodes[node].targets = [.limiter(node)]
    start.nodes[node].limiter = Limiter(capacity: width)
    does(statement, [.fill(node)])
    return then(.same, after: node, statement)
  }

  private func outcome(ofEmpty combinator: Combinator, _ members: [Int]) -> Outcome? {
    guard members.isEmpty else { return nil }
    switch combinator {
    case .race, .raceSpare, .raceFulfilled, .raceFulfilledSpare: return .error(.badInput)
    default: return .value(Outcome.fold([]))
    }
  }
}

extension Outcome {
  /// The value, or zero for an error.
  var number: Int { if case .value(let value) = self { value } else { 0 } }

  /// A number that represents the outcome.
  var code: Int {
    switch self {
    case .value(let value): value
    case .error(.thrown(let code)): -100 - code
    case .error(.cancelled): -1
    case .error(.abandoned): -2
    case .error(.timedOut): -3
    case .error: -4
    }
  }

  /// Returns a number that represents several outcomes in their order.
  static func fold(_ outcomes: [Outcome]) -> Int { outcomes.reduce(7) { $0 &* 31 &+ $1.code } }
}

extension Combinator {
  /// The form that represents all forms with the same meaning.
  fileprivate var plain: Combinator {
    switch self {
    case .whenTriple: .whenTuple
    case .whenResolvedDictionary: .whenResolved
    case .raceTuple: .race
    default: self
    }
  }
}
