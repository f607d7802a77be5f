// Sequences of statements that random choice alone would rarely generate.
extension ProgramGenerator {
  /// Adds two or three promises with handlers on one executor, which one thread settles one after another.
  mutating func addOrderedSettlements() {
    let count = Int.random(in: 2...3, using: &random)
    let executor = isInline ? .inline : executor()
    let sources = (0..<count).map { _ in add(.pending) }
    let handlers = sources.map { source in
      add(
        .apply([.map, .get].randomElement(using: &random)!, of: source, at: executor, Handler()))
    }
    let actions = sources.map { add(.act(.fulfill($0, number()))) }
    // No other statement settles them.
    for source in sources {
      unused.remove(source)
      pending.removeAll { $0 == source }
    }
    for thread in [sources, handlers, actions] { program.batches.append(.init(threads: [thread])) }
  }

  /// Adds progress handlers for some values, and reports of some producers.
  mutating func addProgress() {
    var steps: [Int] = []
    if chance(60), let value = followed() {
      if chance(40) { steps.append(add(.setWeight(of: value, Int.random(in: 0...3, using: &random)))) }
      let executor = [ExecutorKind.inline, .serialA, .serialB].randomElement(using: &random)!
      steps.append(add(.followProgress(of: value, at: isInline ? .inline : executor)))
    }
    let sources = pending.filter { program.type(of: $0) == .promise }
    for source in sources.shuffled(using: &random).prefix(2) where chance(70) {
      for _ in 0..<(chance(50) ? 2 : 1) {
        steps.append(add(.act(.report(source, Int.random(in: 0...10, using: &random)))))
      }
    }
    if !steps.isEmpty { program.batches.append(.init(threads: [steps])) }
  }

  private mutating func followed() -> Int? {
    values.filter { program.type(of: $0) != .foreign }.randomElement(using: &random)
  }

  /// Adds a timer with two consumers: a guarantee that is canceled, and a combinator that stops waiting for the timer
  /// without canceling it. Nothing else refers to the timer when it fires.
  mutating func addSharedTimer() {
    let executor = isInline ? .inline : executor()
    let timer = add(.timer)
    let other = add(.pending)
    let name = [Operator.guaranteeMap, .guaranteeGet, .guaranteeEnsure, .guaranteeThen].randomElement(using: &random)!
    let derived = add(.apply(name, of: timer, at: executor, Handler()))
    let combinator = [Combinator.raceSpare, .whenTuple, .raceFulfilledSpare].randomElement(using: &random)!
    let combination = add(.combine(combinator, of: [timer, other].shuffled(using: &random)))
    let steps = [
      add(.release(timer)), add(.act(.cancel(derived))),
      add(.act(combinator == .raceFulfilledSpare || chance(30) ? .fulfill(other, number()) : .reject(other, code()))),
    ]
    program.batches.append(.init(threads: [[timer, other, derived, combination]]))
    if chance(50) {
      for step in steps.shuffled(using: &random) { program.batches.append(.init(threads: [[step]])) }
    } else {
      program.batches.append(.init(threads: isInline ? [steps] : [[steps[0], steps[1]], [steps[2]]]))
    }
    values.removeAll { $0 == timer }
    unused.remove(other)
    unused.insert(timer)
  }

  /// Adds a task that iterates over some values, which settle before and during the iteration.
  mutating func addIteration() {
    let type = [Statement.pending, .pending, .pendingGuarantee, .timer, .foreign].randomElement(using: &random)!
    let sources = (0..<Int.random(in: 1...3, using: &random)).map { _ in add(type) }
    let order = chance(50) ? IterationOrder.input : .completion
    let iteration = Statement.iterate(over: sources, order, stopsAfterFirst: chance(25))
    program.batches.append(.init(threads: [sources]))
    var steps = sources.map { source in
      unused.remove(source)
      return Statement.act(end(of: source))
    }
    steps.shuffle(using: &random)
    steps.insert(iteration, at: Int.random(in: 0...sources.count, using: &random))
    let numbers = steps.map { add($0) }
    for number in numbers { program.batches.append(.init(threads: [[number]])) }
    guard chance(30), let task = numbers.first(where: { program.statements[$0] == iteration }) else { return }
    let cancellation = add(.act(.cancelTask(task)))
    // The cancellation is in a separate batch or runs while a value settles, but after the task has begun.
    let batches = program.batches.indices
    let first = batches.first { program.batches[$0].threads == [[task]] }!
    let batch = Int.random(in: first + 1...batches.endIndex, using: &random)
    if batch == batches.endIndex || chance(50) {
      program.batches.insert(.init(threads: [[cancellation]]), at: batch)
    } else {
      program.batches[batch].threads.append([cancellation])
    }
  }

  /// Adds more elements to a queue than may be running, and the cancellation of some or all of them.
  mutating func addQueue() {
    let source = add(.pending)
    let work = [Work.queueOfOne, .queueOfOne, .queueOfTwo, .shortQueue, .queueWithoutRoom].randomElement(
      using: &random)!
    let elements = (0..<Int.random(in: 2...4, using: &random)).map { _ in addElement(work, source) }
    program.batches.append(.init(threads: [[source] + elements]))
    for element in elements where chance(25) {
      program.batches.append(.init(threads: [[add(.act(.cancel(element)))]]))
    }
    guard chance(50) else { return }
    let cancellation = add(.act(.cancelAll(work.queue!)))
    let later = addElement(work, source)
    program.batches.append(.init(threads: chance(50) ? [[cancellation, later]] : [[cancellation], [later]]))
  }

  private mutating func addElement(_ work: Work, _ source: Int) -> Int {
    add(.work(work, at: .serialA, Handler(chance(50) ? .promise(source) : .value(number()))))
  }

  /// Adds a chain that is canceled before or while it waits for the guarantee that its handler returned.
  mutating func addCanceledChain() {
    let executor = isInline ? .inline : executor()
    let timer = add(.timer)
    let isGuarantee = chance(70)
    let source = add(isGuarantee ? .pendingGuarantee : .pending)
    let name =
      isGuarantee ? [Operator.guaranteeEnsureThen, .guaranteeThen].randomElement(using: &random)! : .ensureThen
    let chain = add(.apply(name, of: source, at: executor, Handler(.promise(timer))))
    program.batches.append(.init(threads: [[timer, source, chain]]))
    let steps = [add(.act(.fulfill(source, number()))), add(.act(.cancel(chain)))]
    for step in chance(70) ? steps : steps.reversed() { program.batches.append(.init(threads: [[step]])) }
    unused.remove(source)
  }

  /// Adds a guarantee that adopts a guarantee that adopts another one, whose middle, or whose outermost, is canceled or
  /// released before, while or after they are linked. The library forwards the outcome of the innermost to the outermost.
  mutating func addNestedAdoption() {
    let executor = isInline ? .inline : executor()
    let root = add(chance(70) ? .pending : .watched(Handler()))
    let inner = add(.apply(.recoverGuarantee, of: root, at: .inline, Handler()))
    let sources = (0..<2).map { _ in add(.pendingGuarantee) }
    let middle = add(.apply(.guaranteeThen, of: sources[0], at: executor, Handler(.promise(inner))))
    let outer = add(.apply(.guaranteeThen, of: sources[1], at: executor, Handler(.promise(middle))))
    program.batches.append(.init(threads: [[root, inner] + sources + [middle, outer]]))
    // Only what refers to the innermost guarantee keeps it from being canceled.
    if chance(70) { program.batches.append(.init(threads: [[add(.release(inner))]])) }
    var steps = sources.map { add(.act(.fulfill($0, number()))) }.shuffled(using: &random)
    let canceled = chance(70) ? middle : outer
    steps.insert(add(.act(.cancel(canceled))), at: chance(70) ? 2 : Int.random(in: 0...2, using: &random))
    if chance(50) { steps.insert(add(.act(.cancel(outer))), at: Int.random(in: 2...3, using: &random)) }
    if chance(40) { steps.append(add(.release(middle))) }
    for step in steps { program.batches.append(.init(threads: [[step]])) }
    values.removeAll { [inner, middle].contains($0) }
    for source in sources { unused.remove(source) }
  }

  /// Adds a value that stays pending while consumers of it are canceled and released.
  mutating func addUnwantedConsumers() {
    let root = add([Statement.pendingGuarantee, .timer, .pending].randomElement(using: &random)!)
    let other = add([Statement.pendingGuarantee, .pending].randomElement(using: &random)!)
    // A promise that loses its last consumer would be canceled.
    let isKept = program.type(of: root) == .promise || chance(30)
    let keepers = isKept ? [add(.apply(.copy, of: root, at: .inline, Handler()))] : []
    program.batches.append(.init(threads: [[root, other] + keepers]))
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      var consumers = [add(apply(root))]
      if chance(50) {
        consumers.append(add(chance(50) ? apply(consumers[0]) : combination(of: [consumers[0], other])))
      }
      let last = consumers.removeLast()
      var steps = [add(.act(.cancel(last))), add(.release(last))]
      for consumer in consumers { steps.insert(add(.release(consumer)), at: Int.random(in: 0...2, using: &random)) }
      program.batches.append(.init(threads: [consumers + [last]]))
      program.batches.append(.init(threads: [steps]))
      values.removeAll { $0 == last || consumers.contains($0) }
    }
    if chance(50) { unused.remove(root) }
  }

  /// Returns a combinator of two values.
  private mutating func combination(of members: [Int]) -> Statement {
    let areGuarantees = members.allSatisfy { program.type(of: $0).isGuarantee }
    let all: [Combinator] =
      areGuarantees
      ? [.whenGuarantees, .raceGuarantees, .raceGuaranteesSpare]
      : [.whenFulfilled, .whenResolved, .race, .raceFulfilled]
    return .combine(all.randomElement(using: &random)!, of: members)
  }
}
