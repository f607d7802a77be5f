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
  @exclusivity(unchecked) var work = Work()
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
      work.identity = nil
      work.context = nil
      // A long list keeps its memory when it is empty, and the thread may live as long as the program.
      if work.cancellations.capacity > Self.keptCapacity { work.cancellations = [] }
      if depth > 1 { work = outerWork.removeLast() }
    }
    depth -= 1
  }

  /// Schedules what waits on this thread before code of the user blocks it, as that code may wait for it.
  ///
  /// The cancellations and deliveries of all levels run no code of the user. If the code is nested so deep that the other
  /// lists would have to wait for it to return, they are drained as well.
  package static func prepareToBlock() {
    let trampoline = enter()
    if trampoline.depth > nestingLimit { trampoline.drain() }
    for level in trampoline.outerWork.indices {
      swap(&trampoline.work, &trampoline.outerWork[level])
      trampoline.deliverBeforeBlocking()
      swap(&trampoline.work, &trampoline.outerWork[level])
    }
    trampoline.leave()
  }

  private func deliverBeforeBlocking() {
    // A handler with which this work item went on would wait for the code that blocks.
    let identity = work.identity.take()
    while notifyOrDeliver() {}
    work.identity = identity
  }

  private func putWorkAside() {
    var outer = Work()
    swap(&work, &outer)
    outerWork.append(outer)
  }

  /// Runs a handler in a work item of its executor, and what follows from it.
  ///
  /// The caller keeps `executor` until this returns, so that no other executor can have the same identity.
  static func runWorkItem(_ job: borrowing Job, on executor: HandlerExecutor, in context: PromiseContext?) {
    let trampoline = enter()
    if trampoline.depth <= nestingLimit {
      trampoline.work.identity = executor.identity
      trampoline.work.context = context
      trampoline.work.slice = TimeSlice()
    }
    job.observer.run(job.source, in: trampoline)
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
      if notifyOrDeliver() { continue }
      if work.hasInlineWork {
        runNextInline()
      } else if let job = work.next.take() {
        job.observer.run(job.source, in: self)
      } else {
        return
      }
    }
  }

  /// Tells the next target of a cancellation, or makes the next delivery. Returns `false` if there is none.
  ///
  /// Cancellations come first, so that an observer of an outcome finds that canceled which the outcome made superfluous.
  @inline(__always)
  private func notifyOrDeliver() -> Bool {
    if let cancellation = work.cancellations.popLast() {
      notify(cancellation)
    } else if let (promise, first, others) = work.deliveries.popFirst() {
      deliver(promise, to: first, others)
    } else {
      return false
    }
    return true
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

  private func notify(_ cancellation: Cancellation) {
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
