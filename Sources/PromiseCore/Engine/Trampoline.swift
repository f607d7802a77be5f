internal import CPromiseCore
internal import Dispatch

/// Delivers the outcomes and cancellations of the promises that one thread settles and cancels, without recursion.
///
/// Every handler of a promise is scheduled by a trampoline. Settling a promise adds a delivery to a list of the
/// trampoline instead of calling the observers, so that a chain of any length needs constant stack space. Each thread
/// has one trampoline. Code that settles a promise *enters* it, and drains its lists when it *leaves*.
///
/// ## From `promise.map { … }` to the handler
///
/// Every outcome takes one path: the state machine gives up the observer list, each observer says what has to be done,
/// and the trampoline does it.
///
/// 1. `map` wraps the closure in a `Handler`. Its `HandlerExecutor` comes from the closure's isolation or from `on:`.
/// 2. `derive` creates a `DerivedPromise` with a `Reaction`, which consists of that executor, the handler, and the
///    *operator*, which calls the handler and settles the derived promise. This promise is what `map` returns, and also
///    the `Observer` that is attached to the source. If the outcome has already been delivered, the trampoline
///    delivers it to the new observer at once (`deliverLate`), and the path continues with step 6.
/// 3. Otherwise the `PromiseStateMachine` of the source adds the observer to its `ObserverList`.
/// 4. When the producer calls its `Resolver`, `settle` enters the trampoline of the current thread. Under the lock of
///    the source, the state machine gives up its observers and cancellation targets, and the outcome is stored in the
///    `OutcomeStorage` and published with the flags.
/// 5. After unlocking, the observers become a delivery in the lists of the trampoline, which drains them when the
///    caller leaves it.
/// 6. To deliver, the trampoline calls `receive` on each observer, in order. The answer is a `Disposition`. If the
///    outcome skips the handler of a derived promise, that promise settles itself and answers `done`. Otherwise it
///    answers `inline`, `enqueue` or `start`, depending on its executor.
/// 7. An `inline` handler becomes a job that runs on this thread after all deliveries. An `enqueue` handler becomes a
///    work item of its executor. If this thread is already in a work item of that executor, which has time left and
///    nothing else to do, the first such handler becomes the `next` job of that work item instead. A `start` handler is
///    `async`: its task is started at once, and the path ends here.
/// 8. On the executor, `runWorkItem` enters the trampoline of that thread, and `run` calls the operator, which calls
///    the handler.
/// 9. The operator settles the derived promise with the result, in the same trampoline. For the next step of the chain,
///    the path starts again at step 4, one iteration of the loop in `drain` later instead of one stack frame deeper.
/// 10. When the last observer has been scheduled, `PromiseFlags` end the delivery. An observer that is attached before
///     that joins the delivery. A later observer takes the path of step 2.
///
/// ## Levels
///
/// A user's handler that settles another promise enters the trampoline again. The lists of the outer level are then put
/// aside, so that inline handlers run before the call that settled their promise returns. Each such level uses stack
/// space, so their number is limited to `nestingLimit`: a call that is nested more deeply only makes its deliveries, which
/// run no user code, and adds everything else to the lists, which the innermost of these levels drains.
///
/// When a trampoline runs a work item, it continues with the next handler of a chain in the same work item if that
/// handler runs on the same executor: a chain of three handlers costs one trip through the queue, not three. The
/// previous handler has returned before the next one runs. Work that was enqueued in the meantime runs later, and a
/// queue that a handler suspends stops only at the end of the work item, which is at most a `TimeSlice` later.
///
/// ## Lifetime and complexity
///
/// The thread retains its trampoline until the thread ends. The lists retain the promises and observers in them, so a
/// caller may release a promise that it has just settled. Adding an entry takes amortized O(1), and so does removing
/// one. No lock is held while the trampoline calls an observer, a cancellation target or a handler.
@usableFromInline
package final class Trampoline {
  // Only the thread that owns the trampoline uses it, so the exclusivity of its properties needs no check.

  /// The number of nested levels beyond which the trampoline only adds to its lists.
  package static let nestingLimit = 16

  /// What a delivery of an outcome, or the notification of a cancellation target, adds to `depth`. It exceeds
  /// `nestingLimit`, so a level that code begins meanwhile only adds to the lists: no user code may run before the
  /// delivery has ended.
  static let deliveryDepth: Int64 = 1 << 32

  /// The number of cancellations for which an empty list keeps its memory.
  private static let keptCapacity = 64

  /// The number of other entries for which inline handlers make way, so that a loop of them takes constant memory.
  private static let waitingLimit = 16

  /// The work of the innermost level.
  @exclusivity(unchecked) var work = Work()
  /// What has to be released. One list serves all levels: no user code runs while a level has a delivery to make.
  @exclusivity(unchecked) var released = FIFOQueue<Remains>()
  /// The work of the outer levels.
  @exclusivity(unchecked) var outerWork: [Work] = []
  /// The number of calls of `enter` that `leave` has yet to balance, plus `deliveryDepth` for each delivery under way.
  @exclusivity(unchecked) var depth: Int64 = 0

  private init() {}

  /// The trampoline of this thread.
  static var current: Trampoline {
    if let object = promise_core_get_thread_object() {
      return Unmanaged<Trampoline>.fromOpaque(object).takeUnretainedValue()
    }
    let new = Trampoline()
    promise_core_set_thread_object(Unmanaged.passRetained(new).toOpaque()) { object in
      if let object { Unmanaged<Trampoline>.fromOpaque(object).release() }
    }
    return new
  }

  // MARK: - Levels

  /// Begins a level on this thread. The caller must balance this call with ``leave()``, on the same thread and without
  /// suspending in between. It must not hold a lock when it leaves, because that may run user code.
  ///
  /// - Returns: The trampoline of this thread, to pass to functions that settle, cancel or observe promises.
  @usableFromInline
  package static func enter() -> Trampoline {
    let trampoline = current
    trampoline.depth += 1
    if trampoline.depth > 1, trampoline.depth <= nestingLimit { trampoline.pushWork() }
    return trampoline
  }

  /// Drains the lists of the innermost level and ends it. Inline handlers run before this method returns, unless the
  /// call is nested more deeply than `nestingLimit`.
  @usableFromInline
  package func leave() {
    if depth <= Self.nestingLimit {
      drain()
      work.identity = nil
      work.context = nil
      // An array keeps its memory when it becomes empty, and the thread may live as long as the program.
      if work.cancellations.capacity > Self.keptCapacity { work.cancellations = [] }
      if depth > 1 { work = outerWork.removeLast() }
    } else if depth < Self.deliveryDepth {
      deliverWithoutContinuing()
    }
    depth -= 1
  }

  /// Saves the lists of the enclosing level in `outerWork`, and begins the new level with empty lists.
  private func pushWork() {
    var outer = Work()
    swap(&work, &outer)
    outerWork.append(outer)
  }

  /// Runs a handler in a work item of its executor, and then the work that results from it.
  ///
  /// The caller must retain `executor` until this method returns, so that no other executor can have the same identity.
  static func runWorkItem(_ job: consuming Job, on executor: HandlerExecutor, in context: PromiseContext?) {
    let trampoline = enter()
    if trampoline.depth <= nestingLimit {
      trampoline.work.identity = executor.identity
      trampoline.work.context = context
      trampoline.work.slice = TimeSlice()
    }
    trampoline.run(job, on: executor, isRecorded: context != nil)
    trampoline.leave()
  }

  /// Runs a handler in the scope of the code that attached it.
  @inline(__always)
  private func run(_ job: borrowing Job, on executor: @autoclosure () -> HandlerExecutor, isRecorded: Bool) {
    if HandlerScope.mayExist || isRecorded {
      runInScope(job.observer, job.source, on: isRecorded ? executor() : nil)
    } else {
      job.observer.run(job.source, in: self)
    }
  }

  /// Runs a handler in its scope: it must not see the registered task-local values of the code that settles the promise.
  ///
  /// - Parameter executor: The executor that the context records, or `nil` outside of a context.
  @inline(never)
  private func runInScope(_ observer: Observer, _ source: AnyPromise, on executor: HandlerExecutor?) {
    HandlerScope.run(in: observer.executor.scope) {
      guard let executor, let promise = observer.waitingParty.promise else { return observer.run(source, in: self) }
      promise.recordingHandler(on: executor) { observer.run(source, in: self) }
    }
  }

  // MARK: - Adding to the lists

  /// Adds the delivery of a settled promise's outcome to its observers.
  ///
  /// - Parameters:
  ///   - first: The observer that was attached first.
  ///   - others: The other observers, if there are any.
  ///   - promise: The promise, which the delivery retains. Its delivery must not have ended.
  @inline(__always)
  func addDelivery(
    to first: consuming Observer, _ others: consuming ObserverList.Many?, of promise: AnyPromise
  ) {
    work.deliveries.append((promise, first, others))
  }

  /// Adds the notification of a cancellation target of a canceled promise.
  ///
  /// - Parameters:
  ///   - target: The target to notify.
  ///   - observer: The observer with which the canceled promise observes the target, if any.
  package func addCancellation(of target: CancellationTarget, observer: Observer?) {
    work.cancellations.append(
      Cancellation(target: target, observer: observer, isCollected: work.isCollecting))
    work.hasOtherWork = true
  }

  /// Adds the notifications of several targets, in order. Each target and everything upstream of it is notified before
  /// the next target.
  func addCancellations(of targets: [CancellationTarget], observer: Observer?) {
    for target in targets.reversed() { addCancellation(of: target, observer: observer) }
  }

  /// Adds a progress that has notifications for its handlers.
  func addNotifications(of progress: PromiseProgress) {
    work.changedProgress.append(progress)
    work.hasOtherWork = true
  }

  /// Adds a handler that runs inline as soon as every observer has been scheduled.
  @inline(never)
  func addInlineJob(_ observer: Observer, for promise: AnyPromise) {
    let job = Job(observer: observer, source: promise)
    job.context?.jobEnqueued()
    work.inlineJobs.append(job)
    work.hasOtherWork = true
  }

  /// Releases something after the deliveries of this level, because its `deinit` may run user code.
  @inline(never)
  func release(_ remains: consuming Remains) {
    if case .none = remains { return }
    released.append(remains)
    work.hasOtherWork = true
  }

  /// Releases an object after the deliveries of this level.
  @inline(never)
  func release(object: consuming any AnyObject & Sendable) { release(.object(object)) }

  /// Releases the targets that a promise no longer needs.
  @inline(__always)
  func release(_ targets: borrowing ReleasedTargets) {
    if let object = targets.targets.retainedObject { release(object: object) }
  }

  /// Releases what the departure of a consumer has left behind.
  func release(_ departure: consuming Departure) {
    if !departure.removed.isEmpty { release(.observers(departure.removed)) }
    if !departure.held.isEmpty { release(.promises(departure.held)) }
    release(departure.remains)
  }

  /// Calls `body`, which adds to the lists of this thread, for code that may run at any moment. The lists are drained as
  /// soon as no delivery is under way on this thread.
  static func addLater(_ body: (Trampoline) -> Void) {
    let trampoline = current
    if trampoline.depth > 0 { return body(trampoline) }
    trampoline.depth += 1
    body(trampoline)
    trampoline.leave()
  }

  // MARK: - Draining the lists

  /// Drains the lists of this level, by priority: cancellations, deliveries, notifications of progress, inline handlers,
  /// the users' cancellation handlers, what has to be released, and the handler with which the work item continues.
  /// Every entry may add others, so the lists are inspected from the beginning after each one. Inline handlers come later
  /// if more than `waitingLimit` entries of the next two kinds are waiting.
  private func drain() {
    while true {
      if work.hasOtherWork {
        if !notifyOrDeliver() { runNextInline() }
      } else if let (promise, first, others) = work.deliveries.popFirst() {
        deliver(promise, to: first, others)
      } else if let job = work.next.take() {
        run(job, on: job.observer.executor, isRecorded: work.context != nil)
      } else {
        return
      }
    }
  }

  /// Whether this level makes its deliveries. If not, the outer levels must do this.
  @inline(__always)
  var mayDeliver: Bool { depth <= Self.nestingLimit }

  /// Notifies the cancellation targets and makes the deliveries that a handler has caused, if `mayDeliver`: before its
  /// observer releases it, because the `deinit` of what it captures may run user code.
  @inline(__always)
  func makeDeliveries() { while notifyOrDeliver() {} }

  /// Notifies the next cancellation target or makes the next delivery. Returns `false` if there is neither.
  ///
  /// Cancellations come first, so that work that an outcome has made superfluous is already canceled when an observer
  /// receives the outcome.
  @inline(__always)
  func notifyOrDeliver() -> Bool {
    if work.hasOtherWork, let cancellation = work.cancellations.popLast() {
      notify(cancellation)
    } else if let (promise, first, others) = work.deliveries.popFirst() {
      deliver(promise, to: first, others)
    } else {
      return false
    }
    return true
  }

  /// Begins a delivery. Until the call of ``endDelivery()`` that balances this one, no user code runs on this thread,
  /// except `isCancelled` of the user's errors and the cancellation handlers of tasks that are canceled.
  @inline(__always)
  func beginDelivery() { depth &+= Self.deliveryDepth }

  /// Ends a delivery.
  @inline(__always)
  func endDelivery() { depth &-= Self.deliveryDepth }

  /// Whether this thread is making a delivery, so that no user code may run.
  package static var isDelivering: Bool { current.depth >= deliveryDepth }

  /// Runs the next piece of inline work.
  @inline(never)
  private func runNextInline() {
    if let progress = work.changedProgress.popFirst() {
      let outer = work.progress
      work.progress = progress
      progress.deliver()
      work.progress = outer
    } else if work.userCancellationHandlers.count <= Self.waitingLimit, released.count <= Self.waitingLimit,
      let job = work.inlineJobs.popFirst()
    {
      runInline(job)
    } else if let handler = work.userCancellationHandlers.popFirst() {
      handler.call(in: self)
    } else if let remains = released.popFirst() {
      remains.release()
    } else {
      work.hasOtherWork = false
    }
  }

  @inline(never)
  private func notify(_ cancellation: Cancellation) {
    beginDelivery()
    work.isCollecting = cancellation.isCollected
    defer {
      work.isCollecting = false
      endDelivery()
    }
    switch cancellation.target {
    case .promise(let promise): promise.consumerCancels(cancellation.observer, in: self)
    case .unownedPromise(let reference): reference.promise?.consumerCancels(cancellation.observer, in: self)
    case .adoptedPromise(let promise): promise.consumerCancels(nil, in: self)
    case .bypassedPromise(let reference): reference.promise?.consumerCancels(nil, in: self)
    case .inputs(let inputs): addCancellations(of: inputs.promises.map { .promise($0) }, observer: nil)
    case .handler(let handler) where handler.isUserCode:
      work.userCancellationHandlers.append(handler)
      work.hasOtherWork = true
    case .handler(let handler): handler.call(in: self)
    }
  }

  private func runInline(_ job: consuming Job) {
    guard let context = job.context else {
      if !PromiseContext.isInstrumented || PromiseContext.running == nil {
        return run(job, on: .inline, isRecorded: false)
      }
      // The code that settles the promise belongs to a context, and the handler does not.
      let (observer, source) = (job.observer, job.source)
      return PromiseContext.$current.withValue(nil) { runInScope(observer, source, on: nil) }
    }
    runInline(job, in: context)
    // The handler has been released.
    context.jobFinished()
  }

  @inline(never)
  private func runInline(_ job: consuming Job, in context: PromiseContext) {
    let (observer, source) = (job.observer, job.source)
    context.runJob { runInScope(observer, source, on: .inline) }
  }
}

@available(*, unavailable)
extension Trampoline: Sendable {}
