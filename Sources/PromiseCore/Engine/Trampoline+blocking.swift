internal import Dispatch

/// What the trampoline does when user code that it has called blocks the thread, attaches handlers, or settles promises:
/// that code may wait for anything that the lists of the outer levels contain.
extension Trampoline {
  /// Whether the calling code has been called by the trampoline of this thread, as a handler is.
  package static var isRunning: Bool { current.depth > 0 }

  /// Schedules the work in this thread's lists before user code blocks the thread, because that code may wait for it.
  ///
  /// The cancellations and deliveries of all levels run no user code, so they are made here. A handler with which a work
  /// item was to continue gets one of its own. If the user code is nested more deeply than `nestingLimit`, the inline
  /// work of the innermost level would wait for it to return, so another thread does that work. Another thread also makes
  /// the releases of all levels, on which the outcome of a promise may depend.
  package static func prepareToBlock() {
    let trampoline = current
    let deliveries = trampoline.depth & -deliveryDepth
    trampoline.depth -= deliveries
    defer { trampoline.depth += deliveries }
    _ = enter()
    if trampoline.depth > nestingLimit {
      trampoline.deliverBeforeBlocking()
      trampoline.handOverInlineWork()
    }
    for level in trampoline.outerWork.indices {
      swap(&trampoline.work, &trampoline.outerWork[level])
      trampoline.deliverBeforeBlocking()
      swap(&trampoline.work, &trampoline.outerWork[level])
    }
    trampoline.handOverReleased()
    trampoline.leave()
  }

  private func deliverBeforeBlocking() {
    deliverWithoutContinuing()
    // Tasks that wait for the progress handlers of this level would wait for that code as well.
    work.progress?.stopWaiting()
    work.changedProgress.forEach { $0.stopWaiting() }
  }

  /// Makes the deliveries of the innermost level while user code is running. A work item that continued with a handler
  /// would do so only when that code has returned.
  func deliverWithoutContinuing() {
    let identity = work.identity.take()
    if let next = work.next.take() { enqueue(next.observer, for: next.source) }
    while notifyOrDeliver() {}
    work.identity = identity
  }

  /// Lets another thread release what would otherwise wait for the code that blocks this one: that code may wait for a
  /// promise that is abandoned by the release.
  private func handOverReleased() {
    guard !released.isEmpty else { return }
    let box = ConsumableBox(released)
    released = FIFOQueue()
    DispatchQueue.global().async {
      let trampoline = Self.enter()
      var released = box.take()
      while let remains = released.popFirst() { trampoline.release(remains) }
      trampoline.leave()
    }
  }

  /// Lets another thread do the inline work of the innermost level. This does not use the stack of this thread, on which
  /// every inline handler that blocks would add another level.
  private func handOverInlineWork() {
    guard work.hasOtherWork else { return }
    var handedOver = Work()
    swap(&handedOver.changedProgress, &work.changedProgress)
    swap(&handedOver.inlineJobs, &work.inlineJobs)
    swap(&handedOver.userCancellationHandlers, &work.userCancellationHandlers)
    handedOver.hasOtherWork = true
    let box = ConsumableBox(handedOver)
    DispatchQueue.global().async {
      let trampoline = Self.enter()
      trampoline.work = box.take()
      trampoline.leave()
    }
  }

  /// Enqueues the handlers with which outer levels were to continue on an executor, on which this level is about to
  /// enqueue another one: that one must not overtake them.
  func enqueueNext(on executor: HandlerExecutor) {
    for level in outerWork.indices where outerWork[level].next != nil && outerWork[level].identity == executor.identity
    {
      let next = outerWork[level].next.take()!
      enqueue(next.observer, for: next.source)
    }
  }
}
