import TestSupport

/// Generates random programs.
package struct ProgramGenerator {
  var random: SplitMix64
  var program = Program()
  /// The statements that later statements may refer to: those that created a value, a value with a resolver, or a task.
  var values: [Int] = []
  var pending: [Int] = []
  private var tasks: [Int] = []
  /// The values with a resolver that no statement has used yet.
  var unused: Set<Int> = []
  /// Whether everything runs inline, so that the order of all handlers is known.
  var isInline = false
  /// Whether the program follows the progress of promises. Such a program has neither tasks nor system timers, which
  /// may still be running when a batch ends.
  var followsProgress = false

  /// Returns the program of a seed.
  package static func program(seed: UInt64) -> Program {
    var generator = ProgramGenerator(random: SplitMix64(seed: seed))
    return generator.make()
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func make() -> Program {
    isInline = chance(10)
    followsProgress = chance(12)
    let count = Int.random(in: 2...5, using: &random)
    for _ in 0..<count {
      addBatch(isFirst: program.batches.isEmpty)
      if followsProgress { addProgress() }
    }
    if chance(30) { addOrderedSettlements() }
    if chance(10) { addSharedTimer() }
    if chance(5) { addCanceledChain() }
    if chance(8) { addUnwantedConsumers() }
    if chance(5) { addNestedAdoption() }
    if chance(5), !isInline, !followsProgress { addQueue() }
    if chance(8), !isInline, !followsProgress { addIteration() }
    close()
    return program
  }

  // MARK: - Batches

  private mutating func addBatch(isFirst: Bool) {
    let threadCount = isFirst || isInline || chance(50) ? 1 : Int.random(in: 2...3, using: &random)
    let before = (values, pending, tasks)
    var after: [(values: [Int], pending: [Int], tasks: [Int])] = []
    var threads: [[Int]] = []
    for _ in 0..<threadCount {
      (values, pending, tasks) = before
      let limit = [4, 2, 1][threadCount - 1]
      var thread: [Int] = []
      for _ in 0..<Int.random(in: 1...limit, using: &random) { thread.append(add(statement(isFirst: isFirst))) }
      threads.append(thread)
      after.append((values, pending, tasks))
    }
    // Other threads can refer to a value that one thread creates only in later batches.
    for one in after {
      values = Array(Set(values + one.values)).sorted()
      pending = Array(Set(pending + one.pending)).sorted()
      tasks = Array(Set(tasks + one.tasks)).sorted()
    }
    program.batches.append(.init(threads: threads))
    release()
  }

  /// Sometimes releases a value, which later statements then do not refer to.
  private mutating func release() {
    guard chance(20), let value = values.randomElement(using: &random) else { return }
    values.removeAll { $0 == value }
    program.batches.append(.init(threads: [[add(.release(value))]]))
  }

  /// Settles most promises at the end of the program.
  private mutating func close() {
    var actions: [Int] = []
    // A few promises stay pending.
    for source in unused.sorted() where chance(85) { actions.append(add(.act(end(of: source)))) }
    // Each batch has one action, to limit the number of interleavings, or two of one thread, whose order is fixed.
    while !actions.isEmpty {
      let count = min(actions.count, chance(30) ? 2 : 1)
      program.batches.append(.init(threads: [Array(actions.prefix(count))]))
      actions.removeFirst(count)
    }
  }

  mutating func end(of source: Int) -> Action {
    switch (program.type(of: source), Int.random(in: 0..<10, using: &random)) {
    case (.tick, _): .fire(source)
    case (.guarantee, 8...), (.promise, 8...), (.foreign, 8...): .abandon(source)
    case (.guarantee, _), (_, 0..<5): .fulfill(source, number())
    default: .reject(source, code())
    }
  }

  // MARK: - Statements

  mutating func add(_ statement: Statement) -> Int {
    program.statements.append(statement)
    let number = program.statements.count - 1
    if statement.mayBeScoped, chance(15) { program.scoped.insert(number) }
    switch statement {
    case .pending, .watched, .pendingGuarantee, .timer, .foreign:
      values.append(number)
      pending.append(number)
      unused.insert(number)
    case .value, .error, .apply, .combine, .work: values.append(number)
    case .wait, .iterate: tasks.append(number)
    case .act(.fulfill(let source, _)), .act(.reject(let source, _)), .act(.abandon(let source)),
      .act(.fire(let source)):
      if chance(70) { unused.remove(source) }  // otherwise there will be another attempt
    case .act, .release, .pipe, .followProgress, .setWeight: break
    }
    return number
  }

  private mutating func statement(isFirst: Bool) -> Statement {
    guard let source = values.randomElement(using: &random) else { return source() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<(isFirst ? 20 : 6): return self.source()
    case 20..<22: return .value(number())
    case 22..<24: return .error(code())
    case 24..<36: return combination()
    case 36..<40: return work()
    case 40..<46 where !isInline && !followsProgress:
      return chance(30) ? iteration(over: source) : .wait(for: source, waitMode())
    case 46..<(isFirst ? 50 : 70): return .act(action())
    case 70..<73: return pipe()
    default: return apply(source)
    }
  }

  private mutating func source() -> Statement {
    guard !values.isEmpty else { return .pending }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<50: return .pending
    case 50..<65: return .watched(Handler(actions: [action()]))
    case 65..<80: return .pendingGuarantee
    case 80..<93: return .timer
    default: return .foreign
    }
  }

  private mutating func waitMode() -> WaitMode {
    chance(60) ? .get : WaitMode.allCases.randomElement(using: &random)!
  }

  private mutating func iteration(over first: Int) -> Statement {
    let type = program.type(of: first)
    let isOneType = chance(80)
    let others = (0..<(chance(60) ? 1 : chance(50) ? 0 : 2)).map { _ in value { !isOneType || $0 == type }! }
    return .iterate(over: [first] + others, chance(50) ? .input : .completion, stopsAfterFirst: chance(25))
  }

  private mutating func pipe() -> Statement {
    guard let source = value({ $0 != .foreign }) else { return .pending }
    return .pipe(of: source, Handler(actions: actions(isCalledOnce: true, isLater: false)))
  }

  mutating func apply(_ source: Int) -> Statement {
    let isGuarantee = program.type(of: source).isGuarantee && chance(70)
    let names = Operator.allCases.filter {
      (!isInline && !followsProgress || $0.isInline) && $0.takesGuarantee == isGuarantee
    }
    let name = names.randomElement(using: &random)!
    var executor = executor()
    if executor.isImplicit, name.handlerKind == .none { executor = .serialA }
    if isInline { executor = .inline }
    // Handlers that are called several times derive nothing, because the model has one node for each statement.
    let actions = actions(isCalledOnce: name != .reduce, isLater: executor != .inline)
    var handler = Handler(actions: actions, .value(Int.random(in: -1...5, using: &random)))
    switch name.handlerKind {
    case .none: handler = Handler(.value(0))
    case .returnsNothing: handler.result = .value(0)
    case .cannotThrow: break
    case .returnsValue: if chance(20) { handler.result = .error(code()) }
    case .returnsTick:
      let tick = value { $0 == .tick }
      handler.result = tick.map { chance(70) ? .promise($0) : .value(0) } ?? .value(0)
    case .returnsGuarantee:
      let isAny = name == .guaranteeThen
      if chance(75), let other = value({ $0 == .guarantee || isAny && $0 == .tick }) {
        handler.result = .promise(other)
      }
    case .returnsPromise: handler.result = returnedPromise(name, executor)
    }
    return .apply(name, of: source, at: executor, handler)
  }

  private mutating func returnedPromise(_ name: Operator, _ executor: ExecutorKind) -> Handler.Result {
    if chance(10) { return .error(code()) }
    if name.canReturnItself, executor != .inline, chance(8) { return .itself }
    if name.canReturnAnyThenable, chance(30), let other = value({ $0 != .tick }) { return .promise(other) }
    guard let other = value({ $0 == .promise }) else { return .value(number()) }
    return name != .reduce && chance(20) ? .derived(other) : .promise(other)
  }

  private mutating func combination() -> Statement {
    var combinator = Combinator.allCases.randomElement(using: &random)!
    if combinator.takesGuarantees, value({ $0.isGuarantee }) == nil { combinator = .race }
    let minimum = combinator.arity ?? (combinator.needsMember ? 1 : chance(5) ? 0 : 1)
    let count = combinator.arity ?? max(minimum, Int.random(in: 0...3, using: &random))
    let first = combinator.takesGuarantees ? value { $0.isGuarantee }! : values.randomElement(using: &random)!
    let type = program.type(of: first)
    let isOneType = chance(60) || combinator == .raceGuarantees || combinator == .raceGuaranteesSpare
    var members = (0..<count).map { index in
      if index == 0 { return first }
      if isOneType { return value { $0 == type }! }
      return combinator.takesGuarantees ? value { $0.isGuarantee }! : values.randomElement(using: &random)!
    }
    // All inputs are the same promise, because a dictionary has no order.
    if combinator == .whenDictionary || combinator == .whenResolvedDictionary { members = members.map { _ in first } }
    return .combine(combinator, of: members)
  }

  private mutating func work() -> Statement {
    let work = Work.allCases.filter { !isInline && !followsProgress || !$0.isTask && $0 != .async }.randomElement(
      using: &random)!
    var executor = executor()
    if work == .async, executor.isImplicit || executor == .inline { executor = .serialB }
    if isInline || work == .resolver || work == .wrap { executor = .inline }
    let actions = actions(isCalledOnce: work != .retry && work != .until, isLater: executor != .inline)
    var handler = Handler(actions: actions, .value(number()))
    if work.isTask || work == .retry || work == .until, chance(60),
      let other = value({ $0 == .promise })
    {
      handler.result = .promise(other)
    } else if work == .retry, executor != .inline, chance(8) {
      handler.result = .itself
    } else if chance(20) {
      handler.result = .error(code())
    }
    return .work(work, at: executor, handler)
  }

  // MARK: - Actions

  /// Returns random actions for a handler.
  ///
  /// - Parameters:
  ///   - isCalledOnce: Whether the handler is called at most once.
  ///   - isLater: Whether the promise of the handler exists when the handler is called.
  private mutating func actions(isCalledOnce: Bool, isLater: Bool) -> [Action] {
    guard chance(15) else { return [] }
    return (0..<(chance(20) ? 2 : 1)).map { _ in
      if isCalledOnce, chance(20), let other = value({ $0 != .foreign }) { return .attach(other) }
      return isLater && chance(10) ? .cancelOwn : action()
    }
  }

  private mutating func action() -> Action {
    if let task = tasks.randomElement(using: &random), chance(25) { return .cancelTask(task) }
    let queues = program.queues.sorted { $0.rawValue < $1.rawValue }
    if let queue = queues.randomElement(using: &random), chance(20) { return .cancelAll(queue) }
    if let source = pending.randomElement(using: &random), chance(60) { return end(of: source) }
    return value({ $0 != .foreign }).map { .cancel($0) } ?? end(of: pending[0])
  }

  // MARK: - Chance

  /// Returns a random value of an accepted type.
  private mutating func value(_ isWanted: (ValueType) -> Bool) -> Int? {
    values.filter { isWanted(program.type(of: $0)) }.randomElement(using: &random)
  }

  mutating func executor() -> ExecutorKind { ExecutorKind.allCases.randomElement(using: &random)! }
  mutating func number() -> Int { Int.random(in: 0...9, using: &random) }
  mutating func code() -> Int { Int.random(in: 1...3, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
