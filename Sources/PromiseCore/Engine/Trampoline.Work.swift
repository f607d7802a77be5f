extension Trampoline {
  /// A handler that has to run, and the settled promise that it reacts to.
  ///
  /// The job retains both until the handler has run, so a promise stays alive while its outcome is being handled.
  struct Job: Sendable {
    let observer: Observer
    let source: AnyPromise

    /// The context in which the handler runs: that of the test that attached it, even if the promise belongs to
    /// another.
    var context: PromiseContext? { Self.context(observer, source) }

    static func context(_ observer: Observer, _ source: AnyPromise) -> PromiseContext? {
      PromiseContext.isInstrumented ? observer.context ?? source.context : nil
    }
  }

  /// A target to notify of a cancellation.
  struct Cancellation: Sendable {
    let target: CancellationTarget
    /// The observer with which the canceled promise observes the target, if that is the promise itself, because it is
    /// derived. It retains the promise until the target has been notified.
    let observer: Observer?
    /// Whether the task that is canceled by this notification is collected: see `Trampoline.cancel(_:_:)`.
    let isCollected: Bool
  }

  /// The lists of one level.
  ///
  /// All of them are empty when the level ends. While user code runs in a nested level, they wait in
  /// `Trampoline.outerWork`.
  struct Work {
    /// The identity of the work item's executor, or `nil` on the stack of other code, where only inline handlers may
    /// run.
    var identity: HandlerExecutor.Identity?
    /// The context of that work item.
    var context: PromiseContext?
    /// The handler with which the work item continues.
    var next: Job?
    /// The promises that have settled, and the observers that have yet to receive the outcome.
    var deliveries = FIFOQueue<(AnyPromise, first: Observer, others: ObserverList.Many?)>()
    /// Whether a list other than `deliveries`, or `Trampoline.released`, may have an entry.
    var hasOtherWork = false
    /// The progress objects that have notifications for their inline handlers.
    var changedProgress = FIFOQueue<PromiseProgress>()
    /// The progress whose inline handlers are being called.
    var progress: PromiseProgress?
    /// Handlers that run inline. They run after the outcome has been delivered, so that no other observer waits for
    /// them.
    var inlineJobs = FIFOQueue<Job>()
    /// The cancellation targets to notify, in reverse order: a stack, so that everything upstream of a target is
    /// notified before the next target.
    var cancellations: [Cancellation] = []
    /// The ends of the tasks that `Trampoline.cancel(_:_:)` has canceled.
    var canceledTasks: [Task<Void, Never>] = []
    /// Whether the code that is running cancels on behalf of `Trampoline.cancel(_:_:)`.
    var isCollecting = false
    /// The users' cancellation handlers. They run after all observers have been scheduled.
    var userCancellationHandlers = FIFOQueue<CancellationHandler>()
    /// The time for which this work item may still occupy the executor.
    var slice = TimeSlice()
  }
}
