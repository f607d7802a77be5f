/// All there is to know at one moment of a program that the reference plays.
struct World: Hashable {
  /// What may happen next: lists of steps, each list in order, the lists in any. Kept as they came, so that a seed is
  /// played in the same way each time.
  var jobs: [[Step]] = []
  var nodes: [Node] = []
  var waits: [Wait] = []
  /// What each statement's handler was called with.
  var heard: [[Outcome]] = []
  /// What was reported of errors that nobody has seen.
  var reports: [Report: Int] = [:]

  mutating func spawn(_ steps: [Step]) {
    if !steps.isEmpty { jobs.append(steps) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(nodes)
    hasher.combine(waits)
    hasher.combine(heard)
    hasher.combine(reports)
    // In whatever order they came.
    hasher.combine(jobs.reduce(0) { $0 &+ $1.hashValue })
  }
}

/// A promise.
struct Node: Hashable {
  var outcome: Outcome?
  /// It was settled, and everybody had heard of that, before the batch began.
  var isAtRest = false
  /// Whether the program has let go of its resolver.
  var hasLostResolver = false
  /// Who waits for the outcome.
  var line: [Watcher] = []
  /// How many of them still want it.
  var wants = 0
  /// How many have left and are in line still.
  var stale = 0
  /// Whom to tell of cancellation.
  var upstream: [Upstream] = []
  var wereTold = false
  var isObserved = false
  var isHandled = false
  var isCaught = false
  /// Whether the handler had its turn.
  var hasRun = false
  /// How many of a combinator's members have come to their end, and how many of them failed.
  var ended = 0
  var failed = 0
  /// Of a combinator that asks for its members.
  var pump: Pump?
  /// What it is to pass on.
  var given: Outcome?

  var isPending: Bool { outcome == nil }
}

/// Where a combinator stands that asks for its members one after the other.
struct Pump: Hashable {
  var room: Int
  var isFilling = true
  var isExhausted = false
  var made = 0
  var ended = 0
  var pending: Set<Int> = []
}

/// A task that waits.
struct Wait: Hashable {
  /// For whom it stands in line.
  var node: Int?
  var isCancelled = false
  var outcome: Outcome?
}

/// Who stands in a line.
enum Watcher: Hashable {
  /// A derived promise, with its handler.
  case link(Int)
  /// A promise that is to settle likewise.
  case follower(Int)
  /// A combinator.
  case member(Int, place: Int)
  /// A promise that passes on what it knows when this one is there: `ensureThen`.
  case condition(of: Int, Outcome)
  /// What does one step after the other.
  case loop(Int)
  /// A combinator that asks for its members.
  case pump(Int, place: Int)
  /// A task.
  case wait(Int)
}

/// Who is told of cancellation.
enum Upstream: Hashable {
  case node(Int)
  case members([Int])
  /// A timer, which goes off at once.
  case timer(Int)
  /// A timer that is cancelled.
  case clock(Int)
  /// The handler of an operator that sees cancellation.
  case witness(Int)
  case task(Int)
  /// The members that were asked for and are pending.
  case pump(Int)
  /// Whoever settles it has asked to be called back.
  case producer(Int)
}

/// What is reported.
package enum Report: Hashable, Sendable {
  case unhandled(Fault)
  case abandoned
  case cauterized(Fault)
}

/// One step, which happens at once. Between two steps anything else may happen.
enum Step: Hashable {
  case attach(Watcher, to: Int)
  case arrive(Watcher, from: Int)
  /// The handler of a node is called, with what its source has come to.
  case run(Int, from: Int)
  case finish(Int, from: Int)
  case settle(Int, Outcome, isHandled: Bool = false, cancels: Bool = false)
  case link(Int, to: Upstream, replacing: Bool = false)
  case tell(Upstream)
  case cancel(Int)
  /// Whoever cancelled sees the error, if there is one.
  case see(Int)
  case leave(Int, sees: Bool)
  /// Somebody settles it with its resolver, if that is there.
  case resolve(Int, Outcome)
  /// The program lets go of the resolver; and then, it is gone.
  case lose(Int)
  case abandon(Int)
  case ring(Int)
  /// What was prepared for a statement begins by itself.
  case begin(Int)
  /// A node's work begins.
  case work(Int)
  case witness(Int)
  /// A producer is called back.
  case callBack(Int)
  /// A task has waited long enough.
  case expire(Int)
  /// A task comes to wait, and then sees whether it is cancelled.
  case stand(Int, at: Int)
  case check(Int)
  case cancelTask(Int)
  case goOn(Int, Outcome)
  /// What goes step by step looks at what a step has come to, begins the next, and waits for that.
  case judge(Int, of: Int)
  case next(Int)
  case wait(Int)
  /// A combinator looks whether there is room for one more; asks for it; keeps it in mind; leaves those that it does not
  /// want any more; and has seen one come to its end.
  case fill(Int)
  case ask(Int)
  case keep(Int, place: Int)
  case leavePending(Int)
  case goOnPumping(Int, place: Int)
  /// It will tell whom it waits for, unless it waits for another one already.
  case hold(Int, Int, step: Int)
}
