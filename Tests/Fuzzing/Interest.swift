/// Determines which values of a program are still wanted, and how many observers a value may have.
///
/// A value is unwanted if it was canceled and released, and everything that used it has ended or is unwanted as well, so
/// that no code can receive its outcome. An unwanted value must leave the observer list of the value that it waits for,
/// and must release its handler. Where the analysis cannot tell, it considers a value wanted.
struct Interest {
  /// How a statement uses a value.
  private enum Use {
    /// It observes the value until it ends. The flag says whether its cancellation travels to the value, however it
    /// ends.
    case source(by: Int, cancels: Bool)
    /// Its handler returns the value, which it then observes until it ends.
    case returned(by: Int)
    /// Its handler refers to the value.
    case reference(by: Int)
    /// It observes the value until the value settles.
    case permanent(by: Int)

    var user: Int {
      switch self {
      case .source(let user, _), .returned(let user), .reference(let user), .permanent(let user): user
      }
    }
  }

  /// The facts about a running program that the analysis uses.
  struct Facts {
    /// The statements with promises or tasks that have ended.
    let ended: Set<Int>
    /// The statements with handlers that are alive.
    let alive: Set<Int>
  }

  /// The uses of each value, by the statements that have been executed.
  private var uses: [[Use]]
  private let program: Program
  private var canceled: Set<Int> = []
  private var released: Set<Int> = []

  init(_ program: Program) {
    self.program = program
    uses = program.statements.map { _ in [] }
  }

  mutating func add(_ batch: Program.Batch) {
    for statement in batch.threads.joined() {
      switch program.statements[statement] {
      case .act(.cancel(let value)): canceled.insert(value)
      case .release(let value): released.insert(value)
      default: break
      }
      for (value, use) in Self.uses(by: statement, in: program) { uses[value].append(use) }
    }
  }

  private static func uses(by number: Int, in program: Program) -> [(value: Int, Use)] {
    let statement = program.statements[number]
    var all: [(value: Int, Use)] = []
    switch statement {
    case .apply(let name, let source, _, _):
      all.append((source, .source(by: number, cancels: name != .timeoutSpare)))
    case .combine(let combinator, let members):
      // A promise that adopts the outcome of an input on behalf of the combinator may outlive it.
      all += members.map { member in
        combinator.cancelsLosers || program.isDirect(member, in: combinator, of: members)
          ? (member, .source(by: number, cancels: combinator.cancelsLosers)) : (member, .permanent(by: number))
      }
    case .wait(let source, _): all.append((source, .source(by: number, cancels: false)))
    case .iterate(let sources, _, _): all += sources.map { ($0, .source(by: number, cancels: false)) }
    case .pipe(let source, _), .followProgress(let source, _), .setWeight(let source, _):
      all.append((source, .permanent(by: number)))
    default: break
    }
    switch statement.handler?.result {
    case .promise(let other): all.append((other, .returned(by: number)))
    case .derived(let other): all.append((other, .permanent(by: number)))
    default: break
    }
    for action in statement.handler?.actions ?? [] {
      switch action {
      case .attach(let other): all.append((other, .permanent(by: number)))
      case .cancel(let other): all.append((other, .reference(by: number)))
      default: break
      }
    }
    return all
  }

  // MARK: - Results

  /// Returns the values that are unwanted.
  func unwanted(_ facts: Facts) -> Set<Int> {
    var all: Set<Int> = []
    // The users of a value have larger numbers.
    for value in released.sorted(by: >) where isUnwanted(value, facts, all) { all.insert(value) }
    return all
  }

  private func isUnwanted(_ value: Int, _ facts: Facts, _ unwanted: Set<Int>) -> Bool {
    var isCanceled = !uses[value].isEmpty
    for use in uses[value] {
      let isOver = unwanted.contains(use.user)
      switch use {
      case .source(let user, let cancels):
        guard isOver || facts.ended.contains(user) else { return false }
        if !cancels { isCanceled = false }
      case .returned(let user):
        guard isOver || facts.ended.contains(user) && !facts.alive.contains(user) else { return false }
        isCanceled = false
      case .reference(let user):
        guard isOver || !facts.alive.contains(user) else { return false }
        isCanceled = false
      case .permanent: return false
      }
    }
    return isCanceled || canceled.contains(value)
  }

  /// Returns the largest number of observers that a pending value may have.
  ///
  /// A value removes the observers that are no longer wanted when they may be more than half of its list.
  func observerLimit(of value: Int, _ facts: Facts, _ unwanted: Set<Int>) -> Int {
    2 * observerCount(of: value, facts, unwanted)
  }

  /// Returns the number of observers of a value that are wanted.
  private func observerCount(of value: Int, _ facts: Facts, _ unwanted: Set<Int>) -> Int {
    uses[value].reduce(0) { count, use in
      let isWanted = !unwanted.contains(use.user) && !facts.ended.contains(use.user)
      return switch use {
      case .source: count + (isWanted ? 1 : 0)
      // What adopts the outcome of the user observes the value directly.
      case .returned(let user): count + (isWanted ? 1 : 0) + observerCount(of: user, facts, unwanted)
      case .reference: count
      case .permanent: count + 1
      }
    }
  }
}

extension Program {
  /// Whether a combinator observes one of its inputs directly, and not a promise that adopts its outcome.
  fileprivate func isDirect(_ member: Int, in combinator: Combinator, of members: [Int]) -> Bool {
    switch combinator {
    case .whenFulfilledByTwo, .whenResolvedByOne: type(of: member) == .promise
    case .whenGuarantees, .raceGuarantees, .raceGuaranteesSpare:
      type(of: member) == .guarantee || commonType(of: members) != nil
    default: type(of: member) == .promise || combinator.isTuple || commonType(of: members) != nil
    }
  }
}

extension Combinator {
  /// Whether the combinator cancels the inputs that it no longer wants when it settles.
  fileprivate var cancelsLosers: Bool {
    switch self {
    case .race, .raceTuple, .raceFulfilled, .raceGuarantees: true
    default: false
    }
  }
}
