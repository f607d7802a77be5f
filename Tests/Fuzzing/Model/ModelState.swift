/// The complete state of a program that the reference model executes.
struct ModelState: Hashable {
  /// The jobs that may run next. Each job is a list of steps in order, and jobs interleave in any order. They are kept
  /// in the order of their creation, so that a seed is always explored in the same way.
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
    // The hash value does not depend on the order of the jobs.
    hasher.combine(jobs.reduce(0) { $0 &+ $1.hashValue })
  }
}

/// A promise, a guarantee or a foreign thenable.
struct Node: Hashable {
  /// The outcome. An abandoned guarantee has the corresponding error, although no program can observe it.
  var outcome: Outcome?
  /// Whether the node settled, and all of its observers were notified, before the batch began.
  var isQuiescent = false
  /// Whether its resolver was released.
  var isResolverReleased = false
  var observers: [ModelObserver] = []
  /// The number of observers that still want the outcome.
  var consumerCount = 0
  /// The number of observers that no longer want the outcome but are still in the list.
  var staleCount = 0
  /// The cancellation targets of the node.
  var targets: [CancellationTarget] = []
  /// Whether cancellation was requested while the node was pending.
  var isCancelRequested = false
  /// Whether the program has released its reference to the value. This is recorded only for guarantees.
  var isValueReleased = false
  /// Whether the node was deallocated while it was pending.
  var isDeallocated = false
  var isObserved = false
  var isHandled = false
  var isCaught = false
  /// Whether the handler has run.
  var hasRun = false
  /// The number of inputs of a combinator or an iteration that have settled.
  var endedCount = 0
  /// The number of values that an iteration has returned.
  var readCount = 0
  /// The state of a combinator with a concurrency limit.
  var limiter: Limiter?
  /// An outcome that is passed on later.
  var stored: Outcome?
  /// The progress, if it has been requested.
  var progress: NodeProgress?

  var isPending: Bool { outcome == nil }
}

/// The state of a `PromiseQueue`.
struct Queue: Hashable {
  /// The running elements.
  var running: Set<Int> = []
  /// The number of elements that have returned and are about to start the next one.
  var endingCount = 0
  /// The waiting elements, in order.
  var waiting: [Int] = []
}

/// The progress of a pending node.
struct NodeProgress: Hashable {
  /// The contribution of an input to the sum.
  struct Contribution: Hashable {
    /// The input, or `nil` if it has ended and is counted.
    let input: Int?
    let weight: Int
    var fraction = 0.0
  }

  var fraction = 0.0
  var weight = 1
  var contributions: [Contribution] = []
  /// Whether the node is derived from its input. The end of the input is then not passed on.
  var isDerived = true
  /// The statements with handlers that follow the progress.
  var followers: [Int] = []
}

/// The state of a combinator that runs a limited number of operations concurrently.
struct Limiter: Hashable {
  var capacity: Int
  var isFilling = true
  var isExhausted = false
  var startedCount = 0
  var endedCount = 0
  var pending: Set<Int> = []
}

/// A waiting task.
struct Wait: Hashable {
  /// The awaited node.
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
  /// The follower of an input of an iteration, together with the observer of the follower itself.
  case element(of: Int, index: Int)
  /// A task.
  case wait(Int)
  /// The handler of a `pipe` statement.
  case pipe(statement: Int)
}

/// A cancellation target of a node.
enum CancellationTarget: Hashable {
  case node(Int)
  case members([Int])
  /// The condition of `ensureThen`, which loses a consumer and is not canceled.
  case condition(Int)
  /// A timer, which fires immediately when the node is canceled.
  case timer(Int)
  /// A timer, which is canceled with the node.
  case clock(Int)
  /// The handler of an operator that is called on cancellation.
  case cleanup(Int)
  case task(Int)
  /// The pending inputs of a combinator with a concurrency limit.
  case limiter(Int)
  /// The producer, which has attached a cancellation handler.
  case producer(Int)
  /// An element of a queue, which then stops waiting.
  case queueEntry(Int)
}

/// A report to the diagnostics handler.
package enum Report: Hashable, Sendable {
  case unhandled(ErrorKind)
  case abandoned
  case cauterized(ErrorKind)
}

/// An atomic step. Other jobs may run between two steps.
enum Step: Hashable {
  case attach(ModelObserver, to: Int)
  case deliver(ModelObserver, from: Int)
  /// Delivers the outcome to a canceled guarantee, unless another step deallocates the guarantee before.
  case deliverUnlessDeallocated(ModelObserver, from: Int)
  case deallocate(Int)
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
  /// Releases the program's reference to the value of a node.
  case releaseValue(Int)
  /// Settles a node through its resolver, unless the resolver was released.
  case resolve(Int, Outcome)
  /// Releases a resolver, which abandons the node.
  case releaseResolver(Int)
  case abandon(Int)
  /// These steps report the progress of a node in tenths, request the progress of a node for the handler of a
  /// statement, and set the weight of a node.
  case report(Int, Int)
  case followProgress(of: Int, statement: Int)
  case setWeight(of: Int, Int)
  case fire(Int)
  /// Starts the steps that were prepared for a statement.
  case begin(Int)
  /// Starts the work of a node.
  case work(Int)
  /// In these steps, an element enters its queue, returns, and starts the next element after it has settled.
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
  /// A task starts to wait, and then checks whether it was canceled.
  case suspend(Int, at: Int)
  case checkCancellation(Int)
  case cancelTask(Int)
  case resume(Int, Outcome)
  /// A loop evaluates the outcome of an iteration, starts the next iteration, and waits for it.
  case evaluate(Int, of: Int)
  case iterate(Int)
  case awaitIteration(Int)
  /// A loop adds the promise that it waits for as a cancellation target, unless it already waits for another one.
  case addIterationTarget(Int, Int, iteration: Int)
  /// An iterating task requests the next value.
  case requestElement(Int)
  /// In these steps, a combinator with a limit checks its capacity, requests an input, records it as pending, releases
  /// pending inputs that it no longer wants, and handles the end of an input.
  case fill(Int)
  case request(Int)
  case track(Int, index: Int)
  case releasePending(Int)
  case memberEnded(Int, index: Int)
}
