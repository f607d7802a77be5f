/// The delivery of an outcome to the observers of a promise, and the scheduling of their handlers on executors.
extension Trampoline {
  /// Delivers an outcome to an observer that was attached after delivery had ended.
  func deliverLate(_ promise: AnyPromise, to observer: consuming _PromiseObserver) {
    deliver(promise, to: observer, nil)
  }

  /// Delivers an outcome to observers, in order, until no more have joined, and ends the delivery.
  ///
  /// Until the delivery has ended, only this thread delivers the outcome, so handlers that share an executor reach it
  /// in the order in which they were attached.
  ///
  /// - Complexity: O(*n*) in the number of observers.
  func deliver(
    _ promise: consuming AnyPromise, to first: consuming _PromiseObserver, _ others: consuming ObserverList.Many?
  ) {
    // If delivery has ended before, the observer is late. An earlier observer may be enqueued on the same executor.
    let isLate = promise.isDelivered
    // The executor on which this work item may continue with a handler. It may continue with the first handler only,
    // because a later one could overtake a handler that was enqueued before.
    var identity = isLate || work.next != nil ? nil : work.identity
    var next = deliver(promise, to: first, continuingOn: &identity)
    if others != nil || !isLate && !promise.endDelivery() {
      let other = deliver(promise, toOthers: others, continuingOn: &identity)
      if next == nil { next = other }
    }
    if !isLate { promise.context?.promiseSettled() }
    if let next { work.next = Job(observer: next, source: consume promise) }
  }

  /// Delivers an outcome to the observers after the first one, if any, and to the observers that join the delivery.
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

  /// Delivers an outcome to one observer, and schedules its handler as the observer's disposition says. No other
  /// function schedules the handlers of an outcome.
  ///
  /// - Parameter identity: The executor on which this work item may continue with a handler. It becomes `nil`
  ///   with the first handler that does not run inline.
  /// - Returns: The observer, if this work item continues with its handler.
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
      Self.enqueue(observer, for: promise)
    }
    return nil
  }

  /// Claims time of this work item for a handler on the same executor. Returns `false` if the handler needs its own
  /// work item.
  @inline(__always)
  private func claimTime(for observer: _PromiseObserver, of promise: AnyPromise) -> Bool {
    (!PromiseContext.isInstrumented || sharesContext(observer, of: promise)) && work.slice.spend()
  }

  /// Whether a handler runs in the context of this work item, and no scheduler controls that context.
  @inline(never)
  private func sharesContext(_ observer: _PromiseObserver, of promise: AnyPromise) -> Bool {
    Job.context(observer, promise) === work.context && work.context?.instrument?.scheduler == nil
  }

  /// Submits the handler of an observer to its executor, as a work item of its own.
  ///
  /// In a context, the job is counted until it has run *and* been released, so the work item takes it out of a box.
  @inline(never)
  private static func enqueue(_ observer: consuming _PromiseObserver, for source: consuming AnyPromise) {
    let job = Job(observer: observer, source: source)
    let executor = job.observer.executor
    guard let context = job.context else {
      return executor.enqueue { runWorkItem(job, on: executor, in: nil) }
    }
    job.observer.waitingParty.promise?.noteEnqueued(on: executor)
    let box = ConsumableBox(job)
    context.enqueue(on: executor) { runWorkItem(box.take(), on: executor, in: context) }
  }
}
