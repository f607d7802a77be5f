/// Numbers that look like chance, and are the same again for the same seed.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Makes programs up.
package struct Generator {
  private var random: SplitMix
  private var program = Program()
  /// What may be referred to: promises, those of them with a resolver, tasks that wait.
  private var promises: [Int] = []
  private var pending: [Int] = []
  private var tasks: [Int] = []
  /// Those whose resolver nobody has used.
  private var unused: Set<Int> = []
  /// Whether everything is inline, so that order can be told to the letter.
  private var isInline = false

  /// The program of a seed.
  package static func program(seed: UInt64) -> Program {
    var generator = Generator(random: SplitMix(seed: seed))
    return generator.make()
  }

  private init(random: SplitMix) { self.random = random }

  private mutating func make() -> Program {
    isInline = chance(10)
    let count = Int.random(in: 2...5, using: &random)
    for _ in 0..<count { addBatch(isFirst: program.batches.isEmpty) }
    if chance(30) { addTurns() }
    close()
    return program
  }

  /// Two or three promises with handlers at one place, which one thread settles one after the other.
  private mutating func addTurns() {
    let count = Int.random(in: 2...3, using: &random)
    let place = isInline ? .inline : place()
    let sources = (0..<count).map { _ in add(.pending) }
    let handlers = sources.map { source in
      add(.apply([.map, .thenValue, .get].randomElement(using: &random)!, of: source, at: place.named, Handler()))
    }
    let acts = sources.map { add(.act(.fulfill($0, number()))) }
    // Nobody else settles them.
    for source in sources {
      unused.remove(source)
      pending.removeAll { $0 == source }
    }
    for thread in [sources, handlers, acts] { program.batches.append(.init(threads: [thread])) }
  }

  // MARK: Batches

  private mutating func addBatch(isFirst: Bool) {
    let threadCount = isFirst || isInline || chance(50) ? 1 : Int.random(in: 2...3, using: &random)
    let before = (promises, pending, tasks)
    var after: [(promises: [Int], pending: [Int], tasks: [Int])] = []
    var threads: [[Int]] = []
    for _ in 0..<threadCount {
      (promises, pending, tasks) = before
      let most = [4, 2, 1][threadCount - 1]
      var thread: [Int] = []
      for _ in 0..<Int.random(in: 1...most, using: &random) { thread.append(add(statement(isFirst: isFirst))) }
      threads.append(thread)
      after.append((promises, pending, tasks))
    }
    // What one thread makes, the others can refer to when all have come to rest.
    for one in after {
      promises = Array(Set(promises + one.promises)).sorted()
      pending = Array(Set(pending + one.pending)).sorted()
      tasks = Array(Set(tasks + one.tasks)).sorted()
    }
    program.batches.append(.init(threads: threads))
    release()
  }

  /// Now and then the program lets go of a promise, and does not name it any more.
  private mutating func release() {
    guard chance(15), let promise = promises.randomElement(using: &random) else { return }
    promises.removeAll { $0 == promise }
    program.batches.append(.init(threads: [[add(.release(promise))]]))
  }

  /// In the end the promises come to something.
  private mutating func close() {
    var acts: [Int] = []
    // A few go unsettled.
    for source in unused.sorted() where chance(85) { acts.append(add(.act(end(of: source)))) }
    // One by one, so that there are not too many orders; or two by one thread, which are to keep theirs.
    while !acts.isEmpty {
      let count = min(acts.count, chance(30) ? 2 : 1)
      program.batches.append(.init(threads: [Array(acts.prefix(count))]))
      acts.removeFirst(count)
    }
  }

  private mutating func end(of source: Int) -> Act {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: .fulfill(source, number())
    case 5..<8: .reject(source, code())
    default: .abandon(source)
    }
  }

  // MARK: Statements

  private mutating func add(_ statement: Statement) -> Int {
    program.statements.append(statement)
    let number = program.statements.count - 1
    switch statement {
    case .pending, .watched:
      promises.append(number)
      pending.append(number)
      unused.insert(number)
    case .value, .error, .apply, .join, .work: promises.append(number)
    case .wait: tasks.append(number)
    case .act(.fulfill(let source, _)), .act(.reject(let source, _)), .act(.abandon(let source)):
      if chance(70) { unused.remove(source) }  // if not, somebody will try again
    case .act, .release: break
    }
    return number
  }

  private mutating func statement(isFirst: Bool) -> Statement {
    guard let source = promises.randomElement(using: &random) else { return pendingOne() }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<(isFirst ? 20 : 6): return pendingOne()
    case 20..<22: return .value(number())
    case 22..<24: return .error(code())
    case 24..<36: return join()
    case 36..<40: return work()
    case 40..<46 where !isInline: return .wait(for: source, chance(30) ? .forwards : chance(15) ? .timesOut : .leaves)
    case 46..<(isFirst ? 50 : 72): return .act(act())
    default: return apply(source)
    }
  }

  private mutating func pendingOne() -> Statement {
    promises.isEmpty || chance(80) ? .pending : .watched(Handler(acts: [act()]))
  }

  private mutating func apply(_ source: Int) -> Statement {
    let name = Operator.allCases.filter { !isInline || $0.isInline }.randomElement(using: &random)!
    var place = place()
    if place.isWhereWritten, !name.hasWrittenForm { place = .serialA }
    if isInline { place = .inline }
    // Those that are called several times derive nothing: the reference knows one promise of each line.
    let acts = acts(isCalledOnce: name != .reduce, isLater: place != .inline)
    var handler = Handler(acts: acts, .value(Int.random(in: -1...5, using: &random)))
    switch name.result {
    case .nothing: handler.result = .value(0)
    case .surely: break
    case .value: if chance(20) { handler.result = .error(code()) }
    case .promise:
      let other = promises.randomElement(using: &random)!
      handler.result = name != .reduce && name != .asyncThen && chance(20) ? .derived(other) : .promise(other)
      if chance(10) { handler.result = .error(code()) }
      if name.canReturnItself, place != .inline, chance(8) { handler.result = .itself }
    }
    if name.hasNoHandler { handler = Handler(.value(0)) }
    return .apply(name, of: source, at: place, handler)
  }

  private mutating func join() -> Statement {
    let join = Join.allCases.randomElement(using: &random)!
    let least = join.arity ?? (chance(5) ? 0 : 1)
    let members = (0..<(join.arity ?? max(least, Int.random(in: 0...3, using: &random)))).map { _ in
      promises.randomElement(using: &random)!
    }
    switch join {
    // One promise several times, since nobody knows the order of a dictionary.
    case .whenDictionary, .whenResolvedDictionary: return .join(join, of: members.map { _ in members[0] })
    default: return .join(join, of: members)
    }
  }

  private mutating func work() -> Statement {
    let work = Work.allCases.filter { !isInline || $0 != .task && $0 != .async }.randomElement(using: &random)!
    var place = place()
    if place.isWhereWritten || place == .inline && work == .async { place = .serialB }
    if isInline || work == .resolver || work == .wrap { place = .inline }
    let acts = acts(isCalledOnce: work != .retry && work != .until, isLater: place != .inline)
    var handler = Handler(acts: acts, .value(number()))
    if work == .promise || work == .task || work == .retry || work == .until, chance(60) {
      handler.result = .promise(promises.randomElement(using: &random)!)
    } else if work == .retry, place != .inline, chance(8) {
      handler.result = .itself
    } else if chance(20) {
      handler.result = .error(code())
    }
    return .work(work, at: place, handler)
  }

  /// - Parameter isLater: Whether the promise of the handler is there when it is called.
  private mutating func acts(isCalledOnce: Bool, isLater: Bool) -> [Act] {
    guard chance(15) else { return [] }
    return (0..<(chance(20) ? 2 : 1)).map { _ in
      if isCalledOnce, chance(20) { return .attach(promises.randomElement(using: &random)!) }
      return isLater && chance(10) ? .cancelOwn : act()
    }
  }

  private mutating func act() -> Act {
    if let task = tasks.randomElement(using: &random), chance(25) { return .cancelTask(task) }
    if let source = pending.randomElement(using: &random), chance(65) {
      return end(of: source)
    }
    return .cancel(promises.randomElement(using: &random)!)
  }

  private mutating func place() -> Place { Place.allCases.randomElement(using: &random)! }
  private mutating func number() -> Int { Int.random(in: 0...9, using: &random) }
  private mutating func code() -> Int { Int.random(in: 1...3, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}

extension Operator {
  /// What a handler gives back.
  enum Gives {
    case value, surely, promise, nothing
  }

  var result: Gives {
    switch self {
    case .thenPromise, .recoverPromise, .thenMap, .thenFlatMap, .asyncThen, .reduce: .promise
    case .guaranteeMap, .guaranteeThen: .surely
    case .guaranteeDone, .guaranteeGet, .guaranteeTap, .guaranteeEnsure, .tap, .ensure, .finally, .always, .ensureThen,
      .catch, .catchAll, .catchOnlyType, .catchOnlyOne:
      .nothing
    default: .value
    }
  }

  var hasNoHandler: Bool {
    switch self {
    case .asVoid, .cauterize, .lastValue, .sortedValues, .timeoutNow, .timeoutNever, .timeoutSpare, .delay, .copy,
      .firstly:
      true
    default: false
    }
  }

  /// Whether the handler can return the very promise that the operator makes, and be told so.
  var canReturnItself: Bool { self == .thenPromise || self == .recoverPromise || self == .reduce }

  var hasWrittenForm: Bool {
    switch self {
    case .map, .thenPromise, .done, .get, .tap, .ensure, .catch, .recover: true
    default: false
    }
  }
}

extension Place {
  /// For operators that have no form without a queue.
  var named: Place { isWhereWritten ? .serialA : self }
}

extension Join {
  /// How many members it takes, if that is part of its form.
  var arity: Int? {
    switch self {
    case .whenTuple, .allTuple, .anyTuple, .raceTuple: 2
    case .whenTriple: 3
    default: nil
    }
  }
}
