internal import CPromiseCore

/// Carries out what follows from promises being settled and canceled on one thread: the one path from an outcome to the
/// handlers, without recursion.
///
/// Settling a promise adds a delivery to a list of the trampoline instead of calling the observers, so that a chain of any
/// length needs constant stack. Each thread has one trampoline. Code that settles a promise *enters* it, and drains its
/// lists when it *leaves*.
///
/// A user's handler that settles another promise enters the trampoline again. The lists of the outer level are then put
/// aside, so that inline handlers run before the call that settled their promise returns. That takes stack, so it is done
/// up to `nestingLimit`: a call that is nested deeper only adds to the lists, and the level around it drains them.
///
/// In a work item of its own, a trampoline goes on with the next handler of a chain if that is due on the same executor:
/// a chain of three costs one trip through the queue, not three. The previous handler has returned by then. Work that was
/// queued meanwhile runs later, and a queue that a handler suspends stops only at the end of the work item: after a
/// `TimeSlice` at the latest.
@usableFromInline
package final class Trampoline {
  // Belongs to one thread, which alone uses it; hence the exclusivity of its properties needs no check.

  /// How many calls nest before the trampoline only adds to its lists.
  package static let nestingLimit = 16

  /// The number of cancellations for which the memory is kept.
  private static let keptCapacity = 64

  /// The work of the innermost level.
  @exclusivity(unchecked) private var work = Work()
  /// The work of the levels around it.
  @exclusivity(unchecked) private var outerWork: [Work] = []
  /// How many calls of `enter` have yet to leave.
  @exclusivity(unchecked) private var depth = 0

  private init() {}

  /// The trampoline of this thread.
  private static var current: Trampoline {
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

  /// Begins a level on this thread. The caller must leave it.
  @usableFromInline
  package static func enter() -> Trampoline {
    let trampoline = current
    trampoline.depth += 1
    if trampoline.depth > 1, trampoline.depth <= nestingLimit { trampoline.putWorkAside() }
    return trampoline
  }

  /// Drains the lists of the level that was entered last, and ends it.
  @usableFromInline
  package func leave() {
    if depth <= Self.nestingLimit {
      drain()
      work.keptExecutor = nil
      work.identity = nil
      work.context = nil
      // A long list keeps its memory when it is empty, and the thread may live as long as the program.
      if work.cancellations.capacity > Self.keptCapacity { work.cancellations = [] }
      if depth > 1 { work = outerWork.removeLast() }
    }
    depth -= 1
  }

  /// Drains the lists before code on this thread blocks, in case it is nested so deep that they would have to wait for
  /// that code to return.
  static func prepareToBlock() {
    let trampoline = enter()
    if trampoline.depth > nestingLimit { trampoline.drain() }
    trampoline.leave()
  }

  private func putWorkAside() {
    var outer = Work()
    swap(&work, &outer)
    outerWork.append(outer)
  }

  /// Runs a handler in a work item of its executor, and what follows from it.
  private static func runWorkItem(_ job: consuming Job, on executor: HandlerExecutor, in context: PromiseContext?) {
    let trampoline = enter()
    if trampoline.depth <= nestingLimit {
      trampoline.work.keptExecutor = executor
      trampoline.work.identity = executor.identity
      trampoline.work.context = context
      trampoline.work.slice = TimeSlice()
      trampoline.work.next = consume job
    } else {
      job.observer.run(job.source, in: trampoline)
    }
    trampoline.leave()
  }

  // MARK: - Adding to the lists

  /// A promise has settled, and its observers want the outcome.
  @inline(__always)
  func addDelivery(
    to first: consuming _PromiseObserver, _ others: consuming ObserverList.Many?, of promise: AnyPromise
  ) {
    work.deliveries.append((promise, first, others))
  }

  /// A promise has been canceled, and what it waits for is to be told.
  ///
  /// - Parameters:
  ///   - target: What is to be told.
  ///   - observer: The observer with which the canceled promise waits for it.
  package func addCancellation(of target: CancellationTarget, observer: _PromiseObserver?) {
    work.cancellations.append(Cancellation(target: target, observer: observer))
  }

  /// Tells several targets, in their order, each with all that is upstream of it before the next.
  func addCancellations(of targets: [CancellationTarget], observer: _PromiseObserver?) {
    for target in targets.reversed() { addCancellation(of: target, observer: observer) }
  }

  /// A progress has notifications for its handlers.
  func addNotifications(of progress: PromiseProgress) {
    work.changedProgress.append(progress)
    work.hasInlineWork = true
  }

  /// A handler runs inline as soon as every observer has been scheduled.
  @inline(never)
  func addInlineJob(_ observer: _PromiseObserver, for promise: AnyPromise) {
    let job = Job(observer: observer, source: promise)
    job.context?.jobEnqueued()
    work.inlineJobs.append(job)
    work.hasInlineWork = true
  }

  // MARK: - Draining the lists

  /// Drains the lists of this level.
  private func drain() {
    while true {
      // Cancellations first, so that an observer of an outcome finds that canceled which the outcome made superfluous. They
      // run no code of the user but the cancellation handlers of tasks.
      if let cancellation = work.cancellations.popLast() {
        tell(cancellation)
      } else if let (promise, first, others) = work.deliveries.popFirst() {
        deliver(promise, to: first, others)
      } else if work.hasInlineWork {
        runNextInline()
      } else if let job = work.next.take() {
        job.observer.run(job.source, in: self)
      } else {
        return
      }
    }
  }

  /// Runs the next of what runs inline.
  @inline(never)
  private func runNextInline() {
    if let progress = work.changedProgress.popFirst() {
      progress.deliver()
    } else if let job = work.inlineJobs.popFirst() {
      runInline(job)
    } else if let handler = work.userCancellationHandlers.popFirst() {
      handler.call(in: self)
    } else {
      work.hasInlineWork = false
    }
  }

  private func tell(_ cancellation: Cancellation) {
    switch cancellation.target {
    case .promise(let promise): promise.consumerCancels(cancellation.observer, in: self)
    case .unownedPromise(let reference): reference.promise?.consumerCancels(cancellation.observer, in: self)
    case .inputs(let inputs): addCancellations(of: inputs.promises.map { .promise($0) }, observer: nil)
    case .handler(let handler) where handler.isUserCode:
      work.userCancellationHandlers.append(handler)
      work.hasInlineWork = true
    case .handler(let handler): handler.call(in: self)
    }
  }

  /// Delivers an outcome to an observer that was attached after it had been delivered.
  func deliverLate(_ promise: AnyPromise, to observer: consuming _PromiseObserver) {
    deliver(promise, to: observer, nil)
  }

  /// Delivers an outcome to observers, in order, until no more have joined, and ends the delivery.
  private func deliver(
    _ promise: consuming AnyPromise, to first: consuming _PromiseObserver, _ others: consuming ObserverList.Many?
  ) {
    // If the outcome was delivered before, the observer came late. An earlier one may be queued on the same executor.
    let isLate = promise.isAtRest
    // The executor on which this work item may go on with a handler. It may with the first one only: another could
    // overtake one that was enqueued before.
    var identity = isLate || work.next != nil ? nil : work.identity
    var next = deliver(promise, to: first, continuingOn: &identity)
    if others != nil || !isLate && !promise.endDelivery() {
      let other = deliver(promise, toOthers: others, continuingOn: &identity)
      if next == nil { next = other }
    }
    if !isLate { promise.context?.promiseSettled() }
    if let next { work.next = Job(observer: next, source: consume promise) }
  }

  /// Delivers an outcome to the observers behind the first one, if there are any, and to those that join.
  @inline(never)
  private func deliver(
    _ promise: AnyPromise, toOthers others: consuming ObserverList.Many?,
    continuingOn identity: inout HandlerExecutor.Identity?
  ) -> _PromiseObserver? {
    var next: _PromiseObserver?
    var others = others ?? promise.takeJoined()
    while true {
      while let observer = others?.popFirst() { next = deliver(promise, to: observer, continuingOn: &identity) ?? next }
      if promise.endDelivery() { return next }
      others = promise.takeJoined()
    }
  }

  /// Delivers an outcome to one observer, and does what the observer answers. This is the only place that schedules the
  /// handlers of an outcome.
  ///
  /// - Parameter identity: The executor on which this work item may go on with a handler; `nil` after one was enqueued.
  /// - Returns: The observer, if this work item goes on with its handler.
  @inline(__always)
  private func deliver(
    _ promise: AnyPromise, to observer: consuming _PromiseObserver,
    continuingOn identity: inout HandlerExecutor.Identity?
  ) -> _PromiseObserver? {
    switch observer.receive(promise, in: self) {
    case .done: break
    case .inline: addInlineJob(observer, for: promise)
    case .enqueue(let target):
      let continues = target != nil && target == identity && claimTime(for: observer, of: promise)
      identity = nil
      if continues { return observer }
      Self.enqueue(Job(observer: observer, source: promise))
    }
    return nil
  }

  /// Claims time of this work item for a handler on the same executor. Returns `false` if the handler needs a work item of
  /// its own.
  @inline(__always)
  private func claimTime(for observer: _PromiseObserver, of promise: AnyPromise) -> Bool {
    (!PromiseContext.isInstrumented || sharesContext(observer, of: promise)) && work.slice.spend()
  }

  /// Whether a handler runs in the context of this work item, which no scheduler steers.
  @inline(never)
  private func sharesContext(_ observer: _PromiseObserver, of promise: AnyPromise) -> Bool {
    Job.context(observer, promise) === work.context && work.context?.instrument?.scheduler == nil
  }

  @inline(never)
  private static func enqueue(_ job: Job) {
    let executor = job.observer.executor
    guard let context = job.context else {
      return executor.enqueue { runWorkItem(job, on: executor, in: nil) }
    }
    let box = ConsumableBox(job)
    context.enqueue(on: executor) { runWorkItem(box.take(), on: executor, in: context) }
  }

  private func runInline(_ job: consuming Job) {
    guard let context = job.context else { return job.observer.run(job.source, in: self) }
    let box = ConsumableBox(job)
    context.runJob {
      let job = box.take()
      job.observer.run(job.source, in: self)
    }
    context.jobFinished()
  }
}

@available(*, unavailable)
extension Trampoline: Sendable {}
