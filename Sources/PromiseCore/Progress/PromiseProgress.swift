/// The progress of the work behind a promise.
///
/// ```swift
/// download(url).onProgress { self.bar.value = $0.fractionCompleted }.done { self.show($0) }
/// ```
///
/// The progress of a promise is what its producer reports through ``Resolver/progress``. The promise of a combinator
/// such as `when` has the sum of the progress of its inputs, weighted by ``weight``. A derived promise has the progress
/// of the promise that it waits for: first that of its source; then, if it was derived with `then`, that of the promise
/// that the handler returned, starting from zero. The promise of `retry`, `until` or `reduce` has the progress of the
/// current attempt or step.
///
/// All members may be used from any thread.
public final class PromiseProgress: Sendable {
  /// A handler, which is called with `nil` at the end, and released on its actor.
  typealias SnapshotHandler = SharedHandler<Handler<ProgressSnapshot?, Void, Never>>

  private let state = Lock(ProgressStateMachine<SnapshotHandler>())
  /// The identity of the promise, which the table of the progress of all promises uses as the key.
  let promise: ObjectIdentifier
  private let context: PromiseContext?

  init(of promise: AnyPromise) {
    self.promise = ObjectIdentifier(promise.object)
    context = promise.context
  }

  /// The current snapshot. It is complete if the promise is fulfilled, and no longer changes once the promise has
  /// settled.
  public var snapshot: ProgressSnapshot { state.withLock { $0.snapshot } }

  /// The weight of this promise in the progress of a combinator that waits for it. The default is 1.
  ///
  /// The weight may be set from any thread. Set it before the progress of the combinator is requested. Values are
  /// clamped to 0 ... 2³¹ - 1. A promise with a weight of 0 does not count.
  public var weight: Int64 {
    get { state.withLock { $0.weight } }
    set { state.withLock { $0.setWeight(newValue) } }
  }

  // MARK: - Handlers

  /// Calls a handler with each snapshot from now on, and with `nil` when the promise has settled.
  ///
  /// The handler is called in the order of the changes, and never while a lock is held. While one thread calls inline
  /// handlers, the reports of other threads are queued, and the first thread delivers them as well.
  ///
  /// - Parameters:
  ///   - startsWithSnapshot: Whether the handler is first called with the current snapshot.
  ///   - handler: The handler.
  /// - Returns: The number by which the handler can be removed.
  @discardableResult
  package func observe(startsWithSnapshot: Bool = false, _ handler: Handler<ProgressSnapshot?, Void, Never>) -> Int {
    let handler = SharedHandler(handler, on: handler.executor)
    let isInline = handler.executor.isInline
    let number = state.withLock { $0.observe(handler, isInline: isInline, startsWithSnapshot: startsWithSnapshot) }
    Self.withTrampoline { notifyHandlers(in: $0) }
    return number
  }

  /// The number of handlers.
  package var handlerCount: Int { state.withLock { $0.handlers.count } }

  /// Removes a handler. Notifications that are already queued are still delivered to it.
  ///
  /// - Complexity: O(*n*) in the number of handlers.
  package func removeHandler(_ number: Int) {
    let handler = state.withLock { $0.handlers.remove(number) }
    withExtendedLifetime(handler) {}  // released outside the lock
  }

  /// Enqueues the handlers with an executor, and lets the trampoline call the inline handlers.
  ///
  /// This method runs no user code. It may be called within a delivery.
  private func notifyHandlers(in trampoline: Trampoline) {
    enqueue(state.withLock { $0.handlers.takeJobs() })
    trampoline.addNotifications(of: self)
  }

  /// Enqueues jobs on the executors of their handlers. Each job releases its handler there, because the handler may
  /// have captured what belongs to an actor.
  private func enqueue(_ jobs: consuming [ProgressHandlers<SnapshotHandler>.Job]) {
    jobs.reverse()
    while let executor = jobs.last?.handler.executor {
      let box = ConsumableBox(jobs.removeLast())
      executor.schedule(in: context) { [self] in
        let job = box.take()
        while let snapshot = state.withLock({ $0.handlers.nextSnapshot(for: job) }) { job.handler.handler(snapshot) }
      }
    }
  }

  /// Calls inline handlers until no notification is queued, unless another thread is already doing so. The trampoline
  /// calls this method.
  ///
  /// No lock is held. A handler that reports on the same progress only queues a notification, which this call delivers.
  func deliver() {
    var next = state.withLock { $0.handlers.startDelivering() }
    while let notification = next {
      for (_, handler) in notification.handlers { call(handler, notification.snapshot) }
      next = state.withLock { $0.handlers.nextNotification() }
    }
    if state.withLock({ $0.isDelivered }) { Self.remove(self) }
  }

  /// Calls `waiter` on the thread that calls the inline handlers, after the last of their notifications that is queued.
  /// Returns `false`, without calling it, if there is none, or if one of these handlers blocks its thread.
  func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    let waiter = SnapshotHandler(Handler(on: nil, flags: []) { _ in waiter() }, on: .inline)
    return state.withLock { $0.handlers.wait(waiter) }
  }

  /// Calls what waits for the inline handlers, because the thread that calls them is about to be blocked.
  func stopWaiting() {
    for waiter in state.withLock({ $0.handlers.block() }) { call(waiter, nil) }
  }

  /// Calls an inline handler.
  private func call(_ handler: SnapshotHandler, _ snapshot: ProgressSnapshot?) {
    // The handler is not enqueued, because a test that shuffles handlers would reorder the notifications.
    let call = { HandlerScope.run(in: handler.executor.scope) { handler.handler(snapshot) } }
    guard let context else { return call() }
    context.jobEnqueued()
    context.runJob(call)
    context.jobFinished()
  }

  // MARK: - Changes

  /// Applies a report of the producer.
  func report(_ snapshot: ProgressSnapshot) {
    let outgoing = state.withLock { $0.report(snapshot) ? $0.outgoing : nil }
    if let outgoing { Self.withTrampoline { passOn(outgoing, in: $0) } }
  }

  /// Ends the progress when the promise has settled or is being released.
  ///
  /// - Parameters:
  ///   - isFulfilled: Whether the promise is fulfilled. Only then does the last snapshot become complete.
  ///   - trampoline: The trampoline of the current thread, which calls the inline handlers. The others are enqueued
  ///     before this method returns.
  @inline(never)
  func finish(isFulfilled: Bool, in trampoline: Trampoline) {
    guard let (outgoing, inputs, jobs) = state.withLock({ $0.finish(isFulfilled: isFulfilled) }) else { return }
    enqueue(consume jobs)
    passOn(outgoing, in: trampoline)
    Self.cancel(inputs)
  }

  /// Passes a change on to the parents, to their parents, and so on. Inline handlers are called by the trampoline,
  /// because they may report the progress of another promise, or settle it. The others are enqueued now.
  ///
  /// The loop is not recursive, and handlers are called last: when a report returns, every promise that depends on it
  /// shows it, even if a handler blocks.
  @inline(never)
  private func passOn(
    _ outgoing: ProgressStateMachine<SnapshotHandler>.Outgoing, in trampoline: Trampoline
  ) {
    var changed = [self]
    var queue = FIFOQueue<PromiseProgress>()
    var visits: [ObjectIdentifier: (count: Int, isQueued: Bool)] = [:]
    var next: ProgressStateMachine<SnapshotHandler>.Outgoing? = outgoing
    while let (change, subscriptions) = next {
      for subscription in subscriptions {
        guard let parent = subscription.parent, parent.state.withLock({ $0.update(subscription, with: change) }) else {
          continue
        }
        let visit = visits[ObjectIdentifier(parent)] ?? (0, false)
        // Promises that wait for one another in a cycle would pass ever smaller changes around.
        // equivalent boundary: The last changes in a cycle are too small to matter.
        // equivalent constant: The last changes in a cycle are too small to matter.
        guard !visit.isQueued, visit.count < 64 else { continue }
        // equivalent constant: The last changes in a cycle are too small to matter.
        visits[ObjectIdentifier(parent)] = (visit.count + 1, true)
        if visit.count == 0 { changed.append(parent) }
        queue.append(parent)
      }
      next = queue.popFirst().map { progress in
        visits[ObjectIdentifier(progress)]!.isQueued = false
        return progress.state.withLock { $0.outgoing }
      }
    }
    for progress in changed { progress.notifyHandlers(in: trampoline) }
  }

  /// Calls `body` with the trampoline of the current thread, outside of the trampoline.
  static func withTrampoline(_ body: (Trampoline) -> Void) {
    let trampoline = Trampoline.enter()
    body(trampoline)
    trampoline.leave()
  }

  // MARK: - Inputs

  /// Begins to count the inputs of a producer, which calls this method under its lock.
  func beginCount(_ count: ProgressCount) { state.withLock { _ = $0.beginCount(count) } }

  /// Adds an input that is counted. The producer calls this method under its lock, so that the input begins before it
  /// settles.
  func begin(_ index: Int) { state.withLock { _ = $0.count(.began(index)) } }

  /// Applies an event of the producer that counts its inputs.
  func count(_ event: ProgressCount.Event, in trampoline: Trampoline) {
    let outgoing = state.withLock { $0.count(event) ? $0.outgoing : nil }
    if let outgoing { passOn(outgoing, in: trampoline) }
  }

  /// Passes the current snapshot on to the parents and the handlers.
  func passOn(in trampoline: Trampoline) { passOn(state.withLock { $0.outgoing }, in: trampoline) }

  /// The number of the current sum.
  var generation: Int { state.withLock { $0.generation } }

  /// Begins a new sum over the inputs; the inputs of the old sum no longer count. Returns the number of the new sum.
  func beginSum() -> Int {
    let (generation, canceled) = state.withLock { $0.beginSum() }
    Self.cancel(canceled)
    return generation
  }

  /// Adds an input to the sum with the given number.
  ///
  /// - Parameters:
  ///   - input: The progress to add.
  ///   - generation: The number that `beginSum()` returned.
  ///   - index: The number of the input, if its producer counts its inputs.
  ///   - isDerived: Whether the promise of this progress is derived from the input's promise, and waits for nothing
  ///     else.
  ///   - trampoline: The trampoline of the current thread, which calls the handlers.
  @inline(never)
  func add(
    _ input: PromiseProgress, generation: Int, at index: Int?, isDerived: Bool, in trampoline: Trampoline
  ) {
    let subscription = state.withLock {
      $0.addInput(input, of: self, generation: generation, at: index, isDerived: isDerived)
    }
    guard let subscription else { return }
    let change = input.state.withLock { $0.addParent(subscription) }
    passOn((change, [subscription]), in: trampoline)
  }

  /// Cancels subscriptions, and lets their inputs remove them.
  @inline(never)
  private static func cancel(_ subscriptions: [ProgressSubscription]) {
    for subscription in subscriptions {
      subscription.cancel()
      subscription.input?.state.withLock { $0.recordParentCancellation() }
    }
  }

  /// The number of parents that the progress stores. For tests.
  package var parentCount: Int { state.withLock { $0.parentCount } }
}
