extension Meaning {
  /// An operator, as nodes.
  mutating func apply(_ name: Operator, to source: Int, _ statement: Int) -> Int {
    switch name {
    case .map, .thenValue: step(.values, .value, source, statement)
    case .thenPromise, .thenMap, .thenFlatMap:
      name == .thenPromise
        ? step(.values, .promise, source, statement) : inArray(.promise, source, statement)
    case .thenVoid, .get: step(.values, .input(or: nil), source, statement)
    case .validate: step(.values, .input(or: .error(.validationFailed)), source, statement)
    case .compactMap: step(.values, .valueOr(.error(.compactMap)), source, statement)
    case .done: then(.same, after: step(.values, .nothing, source, statement), statement)
    case .asVoid: then(.same, after: step(.values, .always(0), source, statement), statement)
    case .tap, .ensure, .finally, .always: look(.all, source, statement, seesCancellation: true)
    case .ensureThen: ensureThen(source, statement)
    case .catch: step(.errorsForCatch, .error, source, statement)
    case .catchAll: look(.errors(.any), source, statement, seesCancellation: true, handlesError: true)
    case .catchOnlyType: look(.errors(.thrown), source, statement, handlesError: true, catches: true)
    case .catchOnlyOne: look(.errors(.one(1)), source, statement, handlesError: true, catches: true)
    case .cauterize: step(.errorsForCatch, .report, source, statement)
    case .recover: step(.errors(.notCancelled), .value, source, statement)
    case .recoverPromise: step(.errors(.notCancelled), .promise, source, statement)
    case .recoverAll: step(.errors(.any), .value, source, statement)
    case .recoverOnly: step(.errors(.thrown), .value, source, statement)
    case .mapValues, .flatMapValues: inArray(.value, source, statement)
    case .compactMapValues: inArray(.valueOr(.value(0)), source, statement)
    case .filterValues: inArray(.input(or: .value(0)), source, statement)
    case .firstValue: inArray(.input(or: .error(.emptySequence)), source, statement, isArrayAfter: false)
    case .lastValue: inArray(.same, source, statement, isArrayAfter: false)
    case .sortedValues: inArray(.same, source, statement)
    case .timeoutNow: timeout(source, statement, rings: true)
    case .timeoutNever: timeout(source, statement, rings: false)
    case .timeoutSpare: timeout(source, statement, rings: true, spares: true)
    case .delay: delay(source, statement)
    case .copy, .firstly: copy(source, statement)
    case .asyncMap: inTask(.value, source, statement)
    case .asyncThen: inTask(.promise, source, statement)
    case .asyncGet: inTask(.input(or: nil), source, statement)
    case .asyncValidate: inTask(.input(or: .error(.validationFailed)), source, statement)
    case .asyncRecover: inTask(.value, of: .errors(.notCancelled), source, statement)
    case .guaranteeMap, .guaranteeThen: onGuarantee(.value, source, statement)
    case .guaranteeGet, .guaranteeTap, .guaranteeEnsure: onGuarantee(.input(or: nil), source, statement)
    case .guaranteeDone: onGuarantee(.nothing, source, statement)
    case .reduce: reduce(source, statement)
    }
  }

  private mutating func step(_ wants: Spec.Wants, _ gives: Spec.Gives, _ source: Int, _ statement: Int) -> Int {
    derived(.step(wants, gives), from: source, statement)
  }

  private mutating func then(_ gives: Spec.Gives, after source: Int, _ statement: Int) -> Int {
    step(.values, gives, source, statement)
  }

  /// On an array of this one value, of which there is an array again or one value.
  private mutating func inArray(
    _ gives: Spec.Gives, _ source: Int, _ statement: Int, isArrayAfter: Bool = true
  ) -> Int {
    let array = then(.same, after: source, statement)
    let node = then(gives, after: array, statement)
    return isArrayAfter ? then(.same, after: node, statement) : node
  }

  private mutating func look(
    _ wants: Spec.Wants, _ source: Int, _ statement: Int, seesCancellation: Bool = false, handlesError: Bool = false,
    catches: Bool = false, waits timer: Int? = nil
  ) -> Int {
    let node = derived(
      .witness(wants, handlesError: handlesError, catches: catches, waits: timer), from: source, statement)
    if seesCancellation { does(statement, [.link(node, to: .witness(node))]) }
    return node
  }

  private mutating func ensureThen(_ source: Int, _ statement: Int) -> Int {
    let timer = timer(statement, rings: false)
    return look(.all, source, statement, seesCancellation: true, waits: timer)
  }

  private mutating func timeout(_ source: Int, _ statement: Int, rings: Bool, spares: Bool = false) -> Int {
    let timer = timer(statement, rings: rings)
    let node = node(.timeout(of: source, spares: spares), statement)
    does(
      statement,
      [
        .attach(.member(node, place: 0), to: source), .attach(.member(node, place: 1), to: timer),
        .link(node, to: .members([source])), .link(node, to: .clock(timer)),
      ])
    return node
  }

  private mutating func delay(_ source: Int, _ statement: Int) -> Int {
    let timer = timer(statement, rings: false)
    let after = node(.step(.values, .given), statement, from: .node(timer), isGuarantee: true)
    return derived(.delay(timer: timer, then: after), from: source, statement)
  }

  private mutating func copy(_ source: Int, _ statement: Int) -> Int {
    let node = node(.source, statement)
    does(statement, [.attach(.follower(node), to: source), .link(node, to: .node(source), replacing: true)])
    return node
  }

  private mutating func inTask(
    _ gives: Spec.Gives, of wants: Spec.Wants = .values, _ source: Int, _ statement: Int
  ) -> Int {
    let task = task(of: specs.count)
    let node = derived(.task(task, wants, gives), from: source, statement)
    prepare(statement, [.work(node)])
    return node
  }

  private mutating func onGuarantee(_ gives: Spec.Gives, _ source: Int, _ statement: Int) -> Int {
    let node = derived(.step(.values, gives), from: forSure(source, statement), statement)
    specs[node].isGuarantee = true
    return copy(node, statement)
  }

  /// The guarantee of a promise.
  private mutating func forSure(_ source: Int, _ statement: Int) -> Int {
    let sure = derived(.step(.errors(.any), .always(0)), from: source, statement)
    specs[sure].isGuarantee = true
    return sure
  }

  private mutating func reduce(_ source: Int, _ statement: Int) -> Int {
    let scratch = node(.source, statement, .value(0))
    let loop = node(.loop(.reduce, scratch: scratch), statement)
    does(statement, [.attach(.loop(loop), to: source), .hold(loop, source, step: 0)])
    return loop
  }

  // MARK: Work

  mutating func work(_ work: Work, _ handler: Handler, _ statement: Int) -> Int {
    switch work {
    case .task:
      let task = task(of: specs.count)
      let node = node(.taskWork(task), statement, from: .task(task))
      begins(statement, with: [.work(node)])
      return node
    case .retry, .until:
      let scratch = node(work == .until ? .step(.values, .same) : .source, statement, .value(0))
      let loop = node(.loop(work == .retry ? .retry : .until, scratch: scratch), statement)
      begins(statement, with: [.next(loop)])
      return loop
    case .resolver, .wrap:
      let node = node(.work(.value), statement)
      does(statement, [.work(node)])
      return node
    case .value, .promise, .callback, .async:
      let node = node(.work(work == .promise ? .promise : .value), statement)
      begins(statement, with: [.work(node)])
      return node
    }
  }

  // MARK: Combinators

  mutating func join(_ join: Join, _ members: [Int], _ statement: Int) -> Int {
    let join = join.plain
    if join == .whenFulfilledByTwo || join == .whenResolvedByOne { return pump(join, members, statement) }
    let members = join == .whenGuarantees ? members.map { forSure($0, statement) } : members
    let isGuarantee = join == .whenResolved || join == .whenGuarantees
    let node = node(.join(join, members), statement, outcome(ofEmpty: join, members), isGuarantee: isGuarantee)
    if !members.isEmpty {
      does(statement, members.enumerated().map { .attach(.member(node, place: $0.offset), to: $0.element) })
      does(statement, [.link(node, to: .members(members))])
    }
    switch join {
    case .race, .raceSpare, .raceFulfilled: return node
    case .whenRejected:
      let witness = look(.errorsOfMembers, node, statement)
      return then(.same, after: witness, statement)
    case .whenGuarantees:
      let sum = then(.same, after: node, statement)
      specs[sum].isGuarantee = true
      return copy(sum, statement)
    default: return then(.same, after: node, statement)
    }
  }

  private mutating func pump(_ join: Join, _ members: [Int], _ statement: Int) -> Int {
    let width = join == .whenFulfilledByTwo ? 2 : 1
    let node = node(.pump(join, members, width: width), statement, isGuarantee: join == .whenResolvedByOne)
    start.nodes[node].pump = Pump(room: width)
    does(statement, [.link(node, to: .pump(node)), .fill(node)])
    return then(.same, after: node, statement)
  }

  private func outcome(ofEmpty join: Join, _ members: [Int]) -> Outcome? {
    guard members.isEmpty else { return nil }
    switch join {
    case .race, .raceSpare, .raceFulfilled: return .error(.badInput)
    default: return .value(Outcome.fold([]))
    }
  }
}

extension Outcome {
  /// The value, or nothing.
  var number: Int { if case .value(let value) = self { value } else { 0 } }

  /// What it counts in a sum.
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

  /// Several values as one, in which their order counts.
  static func fold(_ outcomes: [Outcome]) -> Int { outcomes.reduce(7) { $0 &* 31 &+ $1.code } }
}

extension Join {
  /// The form that stands for all that mean the same.
  fileprivate var plain: Join {
    switch self {
    case .whenTriple: .whenTuple
    case .whenResolvedDictionary: .whenResolved
    case .allTuple: .all
    case .anyTuple: .any
    case .raceTuple: .race
    default: self
    }
  }
}
