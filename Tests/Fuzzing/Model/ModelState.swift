/// The complete state of a program that the reference model executes.
struct ModelState: Hashable {
  /// What may happen next: each job is a list of steps in order, and jobs interleave in any order. Kept in the order of
  /// their creation, so that a seed is explored the same way each time.
  var jobs: [[Step]] = []
  var nodes: [Node] = []
  var waits: [Wait] = []
  /// The inputs that each statement's handler was called with.
  var calls: [[Outcome]] = []
  var queues: [QueueKind: Queue] = [:]
  /// The progress that each statement's handler was called with, in thousandths.
  var progress: [Int: [Int]] = [:]
  /// The reports of unhandled rejections and abandoned promises.
  var reports: [Report: Int] = [:]

  mutating func spawn(_ steps: [Step]) {
    if !steps.isEmpty { jobs.append(steps) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(nodes)
    hasher.combine(waits)
    hasher.combine(calls)
    hasher.combine(queues)
    hasher.combine(progress)
    hasher.combine(reports)
    // Independent of their order.
    hasher.combine(jobs.reduce(0) { $0 &+ $1.hashValue })
  }
}

/// A promise, a guarantee or a foreign thenable.
struct Node: Hashable {
  /// The outcome. A guarantee that was abandoned has the error that says so, although no program can see it.
  var outcome: Outcome?
  /// It settled, and all its observers were notified, before the batch began.
  var isQuiescent = false
  /// Whether its resolver was released.
  var isResolverReleased = false
  var observers: [ModelObserver] = []
  /// How many observers still want the outcome.
  var consumerCount = 0
  /// How many observers want it no more and are still in the list.
  var staleCount = 0
  /// What is told when the node is canceled.
  var targets: [CancellationTarget] = []
  /// Cancellation was requested while the node was pending.
  var isCancelRequested = false
  var isObserved = false
  var isHandled = false
  var isCaught = false
  /// Whether the handler has run.
  var hasRun = false
  /// How many members of a combinator or inputs of an iteration have settled.
  var endedCount = 0
  /// How many values an iteration has handed out.
  var readCount = 0
  /// The state of a combinator with a concurrency limit.
  var limiter: Limiter?
  /// An outcome that is passed on later.
  var stored: Outcome?
  /// The progress, if it has been asked for.
  var progress: NodeProgress?

  var isPending: Bool { outcome == nil }
}

/// The state of a `PromiseQueue`.
struct Queue: Hashable {
  /// The elements at work.
  var atWork: Set<Int> = []
  /// How many elements have returned and are about to call the next.
  var endingCount = 0
  /// The elements that wait, in order.
  var waiting: [Int] = []
}

/// The progress of a node that is pending.
struct NodeProgress: Hashable {
  /// What an input contributes to the sum.
  struct Contribution: Hashable {
    let input: Int
    let weight: Int
    var fraction = 0.0
  }

  var fraction = 0.0
  var weight = 1
  var contributions: [Contribution] = []
  /// Whether the node is derived from its input, whose end is then not passed on.
  var isDerived = true
  /// The statements whose handlers follow it.
  var followers: [Int] = []
}

/// The state of a combinator that runs a limited number of operations at the same time.
struct Limiter: Hashable {
  var capacity: Int
  var isFilling = true
  var isExhausted = false
  var startedCount = 0
  var endedCount = 0
  var pending: Set<Int> = []
}

/// A task that waits.
struct Wait: Hashable {
  /// The node that it waits for.
  var node: Int?
  var isCancelled = false
  var outcome: Outcome?
}

/// An entry in the observer list of a node.
enum ModelObserver: Hashable {
  /// A derived promise with its handler.
  case link(Int)
  /// A promise that adopts the outcome.
  case follower(Int)
  /// A promise that a foreign thenable settles.
  case foreignCallback(Int)
  /// A combinator.
  case member(Int, index: Int)
  /// A promise that settles with a known outcome: `ensureThen`.
  case condition(of: Int, Outcome)
  /// A loop.
  case loop(Int)
  /// A combinator with a concurrency limit.
  case limiter(Int, index: Int)
  /// The follower of an input of an iteration, and what waits for the follower itself.
  case element(of: Int, index: Int)
  /// A task.
  case wait(Int)
  /// The handler of a `pipe` statement.
  case pipe(statement: Int)
}

/// What is told when a node is canceled.
enum CancellationTarget: Hashable {
  case node(Int)
  case members([Int])
  /// A timer, which fires immediately.
  case timer(Int)
  /// A timer that is canceled.
  case clock(Int)
  /// The handler of an operator that is called on cancellation.
  case cleanup(Int)
  case task(Int)
  /// The pending members of a combinator with a concurrency limit.
  case limiter(Int)
  /// The producer, which asked for a callback.
  case producer(Int)
  /// An element of a queue, which does not wait any more.
  case queueEntry(Int)
}

/// What the diagnostics hook is told.
package enum Report: Hashable, Sendable {
  case unhandled(ErrorKind)
  case abandoned
  case cauterized(ErrorKind)
}

/// An atomic step. Anything else may happen between two steps.
enum Step: Hashable {
  case attach(ModelObserver, to: Int)
  case deliver(ModelObserver, from: Int)
  /// Calls the handler of a node with the outcome of its source.
  case run(Int, from: Int)
  case finish(Int, from: Int)
  case settle(Int, Outcome, isHandled: Bool = false, cancels: Bool = false)
  case addTarget(Int, CancellationTarget, replacing: Bool = false)
  case notify(CancellationTarget)
  case cancel(Int)
  /// Marks the error of a settled node as observed, on behalf of a consumer that canceled it.
  case markObserved(Int)
  case leave(Int, marksObserved: Bool)
  /// Settles a node with its resolver, unless that was released.
  case resolve(Int, Outcome)
  /// Releases a resolver, after which the node is abandoned.
  case releaseResolver(Int)
  case abandon(Int)
  /// Reports the progress of a node in tenths; asks for the progress of a node, with the handler of a statement; sets
  /// its weight.
  case report(Int, Int)
  case followProgress(of: Int, statement: Int)
  case setWeight(of: Int, Int)
  case fire(Int)
  /// Starts what was prepared for a statement.
  case begin(Int)
  /// Starts the work of a node.
  case work(Int)
  /// An element enters its queue; an element at work has returned; after it has settled, it calls the next.
  case enterQueue(Int)
  case endWork(Int)
  case leaveQueue(Int)
  /// Cancels all elements of a queue.
  case cancelAll(QueueKind)
  /// Cancels some nodes, in any order.
  case spawnCancellations([Int])
  case cleanUp(Int)
  /// Calls the producer back.
  case callProducer(Int)
  /// The timeout of a task fires.
  case expire(Int)
  /// A task starts to wait, then checks whether it was canceled.
  case suspend(Int, at: Int)
  case checkCancellation(Int)
  case cancelTask(Int)
  case resume(Int, Outcome)
  /// A loop looks at the outcome of an iteration, starts the next one, and waits for it.
  case evaluate(Int, of: Int)
  case iterate(Int)
  case awaitIteration(Int)
  /// A loop adds what it waits for as its cancellation target, unless it waits for something else already.
  case addIterationTarget(Int, Int, iteration: Int)
  /// A task that iterates asks for the next value.
  case requestElement(Int)
  /// A combinator with a limit looks whether it has capacity; requests a member; remembers it as pending; releases the
  /// pending members that it does not want any more; and has seen one end.
  case fill(Int)
  case request(Int)
  case track(Int, index: Int)
  case releasePending(Int)
  case memberEnded(Int, index: Int)
}
