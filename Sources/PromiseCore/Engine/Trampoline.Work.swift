extension Trampoline {
  /// A handler that has to run, and the settled promise that it runs for.
  struct Job: Sendable {
    let observer: _PromiseObserver
    let source: AnyPromise

    /// The context that the handler runs in: that of the test that attached it, whichever the promise belongs to.
    var context: PromiseContext? { Self.context(observer, source) }

    static func context(_ observer: _PromiseObserver, _ source: AnyPromise) -> PromiseContext? {
      PromiseContext.isInstrumented ? observer.context ?? source.context : nil
    }
  }

  /// A target that has to be told of a cancellation.
  struct Cancellation: Sendable {
    let target: CancellationTarget
    /// The observer with which the canceled promise waits. It also keeps that promise alive until the target is told.
    let observer: _PromiseObserver?
  }

  /// The lists of one level.
  struct Work {
    /// The identity of the work item's executor; `nil` on the stack of other code, where only inline handlers may run.
    var identity: HandlerExecutor.Identity?
    /// The context of that work item.
    var context: PromiseContext?
    /// The handler that the work item goes on with.
    var next: Job?
    /// Promises that have settled, and the observers that have to hear of it.
    var deliveries = FIFOQueue<(AnyPromise, first: _PromiseObserver, others: ObserverList.Many?)>()
    /// Whether one of the next three lists may have an entry.
    var hasInlineWork = false
    /// The progress whose handlers have to be notified.
    var changedProgress = FIFOQueue<PromiseProgress>()
    /// Handlers that run inline. They wait until their promise has been delivered, so that no other observer waits for them.
    var inlineJobs = FIFOQueue<Job>()
    /// Cancellation targets to tell, in reverse order.
    var cancellations: [Cancellation] = []
    /// Cancellation handlers of users. Their code waits until all observers have been scheduled.
    var userCancellationHandlers = FIFOQueue<CancellationHandler>()
    /// How long this work item has kept the executor to itself.
    var slice = TimeSlice()
  }
}
