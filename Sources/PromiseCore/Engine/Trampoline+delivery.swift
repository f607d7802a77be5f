/// The delivery of an outcome to the observers of a promise, and the scheduling of their handlers on executors.
extension Trampoline {
  /// Delivers an outcome to an observer that was attached after delivery had ended, perhaps during another delivery.
  func deliverLate(_ promise: AnyPromise, to observer: consuming Observer) {
    deliver(promise, to: observer, nil)
  }

  /// Delivers an outcome to observers, in order, until no more have joined, and ends the delivery.
  ///
  /// Until the delivery has ended, only this thread delivers the outcome, so handlers that share an executor reach it
  /// in the order in which they were attached.
  ///
  /// - Complexity: O(*n*) in the number of observers.
  func deliver(
    _ promise: consuming AnyPromise, to first: consuming Observer, _ others: consuming ObserverList.Many?
  ) {
    // If delivery has ended before, the observer is late. An earlier observer may be enqueued on the same executor, and
    // so may a handler of the progress.
    let flags = promise.loadPublishedFlags()
    let isLate = flags.contains(.delivered)
    let followsOthers = isLate || flags.contains(.tracksProgress)
    beginDelivery()
    defer { endDelivery() }
    var continuation = Continuation(identity: followsOthers || work.next != nil ? nil : work.identity)
    deliver(promise, to: first, &continuation)
    if others == nil { settleContinuation(&continuation, promise) }
    if others != nil || !isLate && !promise.endDelivery() {
      continuation = deliver(promise, toOthers: others, continuation)
    }
    if !isLate { promise.context?.promiseSettled() }
    if let next = continuation.next {
      work.next = Job(observer: next, source: consume promise)
    } else if !work.deliveries.isEmpty {
      releaseIfLast(.derived(promise))  // its value may have a `deinit`, for which the other deliveries must not wait
    }
  }

  /// The handler with which this work item continues instead of enqueuing it.
  private struct Continuation {
    /// The executor on which the work item may continue with a handler. It becomes `nil` with the first handler of that
    /// executor that does not run inline, because a later one could overtake it.
    var identity: HandlerExecutor.Identity?
    /// The executor of `next`.
    var nextIdentity: HandlerExecutor.Identity?
    /// The observer with that handler.
    var next: Observer?
  }

  /// Delivers an outcome to the observers after the first one, if any, and to the observers that join the delivery.
  /// The continuation is passed by value, so that the calling function can keep it in registers.
  @inline(never)
  private func deliver(
    _ promise: AnyPromise, toOthers others: consuming ObserverList.Many?, _ continuation: consuming Continuation
  ) -> Continuation {
    var continuation = continuation
    var others = others ?? promise.takeJoined()
    while true {
      while let observer = others?.popFirst() { deliver(promise, to: observer, &continuation) }
      if let others { release(object: others) }
      settleContinuation(&continuation, promise)
      if promise.endDelivery() { return continuation }
      others = promise.takeJoined()
    }
  }

  /// Enqueues the handler with which this work item was to continue, unless it comes next: a handler never waits for
  /// user code of another one, and on a concurrent queue it need not.
  ///
  /// This happens before the delivery ends. Later, a handler that another thread attaches might overtake this one.
  @inline(__always)
  private func settleContinuation(_ continuation: inout Continuation, _ promise: AnyPromise) {
    if continuation.next != nil, work.hasOtherWork || !work.deliveries.isEmpty {
      enqueue(continuation.next.take()!, for: promise)
    }
  }

  /// Delivers an outcome to one observer, and schedules its handler as the observer's disposition says. No other
  /// function schedules the handlers of an outcome.
  @inline(__always)
  private func deliver(
    _ promise: AnyPromise, to observer: consuming Observer, _ continuation: inout Continuation
  ) {
    switch observer.receive(promise, in: self) {
    case .done:
      // The observer may be a promise whose release reports its error.
      releaseIfLast(observer)
    case .inline: addInlineJob(observer, for: promise)
    case .enqueue(let target):
      if let target, target == continuation.identity, claimTime(for: observer, of: promise) {
        continuation = Continuation(nextIdentity: target, next: observer)
        return
      }
      if target == continuation.identity { continuation.identity = nil }
      // The two handlers keep their order, and on a concurrent queue they run in parallel.
      if let next = continuation.next, target == continuation.nextIdentity {
        continuation.next = nil
        enqueue(next, for: promise)
      }
      enqueue(observer, for: promise)
    case .start:
      if let next = continuation.next.take() { enqueue(next, for: promise) }
      continuation.identity = nil
      if StalledQueues.areWatched { noteJob(of: observer, for: promise) }
      observer.run(promise, in: self)
    }
  }

  /// Releases the last reference to an observer after the deliveries of this level.
  @inline(never)
  private func releaseIfLast(_ observer: consuming Observer) {
    switch consume observer {
    case .derived(let promise):
      var object = promise.object
      _ = consume promise
      if isKnownUniquelyReferenced(&object) { release(object: object) }
    case .object(var object): if isKnownUniquelyReferenced(&object) { release(object: object) }
    }
  }

  /// Claims time of this work item for a handler on the same executor. Returns `false` if the handler needs its own
  /// work item.
  @inline(__always)
  private func claimTime(for observer: Observer, of promise: AnyPromise) -> Bool {
    (!PromiseContext.isInstrumented || sharesContext(observer, of: promise)) && work.slice.spend()
  }

  /// Whether a handler runs in the context of this work item, and no scheduler controls that context.
  @inline(never)
  private func sharesContext(_ observer: Observer, of promise: AnyPromise) -> Bool {
    Job.context(observer, promise) === work.context && work.context?.instrument?.scheduler == nil
  }

  /// Submits the handler of an observer to its executor, as a work item of its own.
  ///
  /// In a context, the job is counted until it has run *and* been released, so the work item takes it out of a box.
  @inline(never)
  func enqueue(_ observer: consuming Observer, for source: consuming AnyPromise) {
    let job = Job(observer: observer, source: source)
    let executor = job.observer.executor.base
    enqueueNext(on: executor)
    if StalledQueues.areWatched { noteJob(of: job.observer, for: job.source) }
    guard let context = job.context else {
      return executor.enqueue { Self.runWorkItem(job, on: executor, in: nil) }
    }
    job.observer.waitingParty.promise?.record?.handlerEnqueued(on: executor)
    let box = ConsumableBox(job)
    context.enqueue(on: executor) { Self.runWorkItem(box.take(), on: executor, in: context) }
  }

  /// Lets a watch find out whether the executor of a handler runs.
  @inline(never)
  private func noteJob(of observer: Observer, for source: AnyPromise) {
    StalledQueues.jobEnqueued(on: observer.executor, for: observer.waitingParty.promise ?? source)
  }
}
