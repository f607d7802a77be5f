/// The observer of a task that is suspended in `get()`.
///
/// The observer list of the promise retains the waiter, and so does the suspended task. The waiter retains neither the
/// promise nor the task, apart from the continuation. It is its own consumer: when the wait ends early, the waiter
/// becomes stale, and the caller of `end` removes it from the promise with `consumerDeparts` or `consumerCancels`.
///
/// A settled promise ends the wait when it delivers the outcome, or, if the progress of the promise has inline handlers,
/// when these have received the last report.
///
/// The lock guards the state machine. No other lock is taken under it, so `isStale` may take it while the lock of the
/// promise is held. `end` may be called on any thread.
@usableFromInline
package final class TaskWaiter: PromiseObserver, Consumer, @unchecked Sendable {
  @exclusivity(unchecked) private var lockAndFlags = LockAndFlags()
  // Guarded by the lock.
  @exclusivity(unchecked) private var state = AwaitStateMachine<UnsafeContinuation<AwaitResult, Never>>()
  /// The instrument to notify when the task is resumed.
  private let instrument: (any PromiseInstrument)?
  /// The task, or `nil` if the promise belongs to no context.
  private let task: WaitingTask?

  /// Creates the observer of a task that is about to suspend.
  ///
  /// - Parameter context: The context of the promise. After the wait, the task must call `taskResumed` of its
  ///   instrument.
  package init(in context: PromiseContext?) {
    instrument = context?.instrument
    task = context == nil ? nil : WaitingTask()
  }

  private func withState<Result: Sendable>(
    _ body: (inout AwaitStateMachine<UnsafeContinuation<AwaitResult, Never>>) -> Result
  ) -> Result { LockAndFlags.withLock(of: self) { body(&state) } }

  override package var isStale: Bool { withState { $0.hasEnded } }

  override package var waitingParty: WaitingParty { .task(name: task?.name, owner: task?.promise) }

  /// Suspends the task, or resumes it immediately if the wait has already ended. The task calls this method once.
  package func suspend(_ continuation: UnsafeContinuation<AwaitResult, Never>) {
    if let result = withState({ $0.suspend(continuation) }) { continuation.resume(returning: result) }
  }

  /// Ends the wait, unless it has ended.
  ///
  /// - Parameters:
  ///   - result: The reason for the end.
  ///   - work: A function that is called if this call ends the wait, before it resumes the task. A task that has not
  ///     suspended yet does not wait for this function to return.
  package func end(_ result: AwaitResult, after work: () -> Void = {}) {
    let (decided, continuation) = withState { $0.end(result) }
    if decided {
      work()
      instrument?.taskScheduled()
    }
    continuation?.resume(returning: result)
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    if !source.tracksProgress || !waitForProgress(of: source) { settled(source) }
    return .done
  }

  /// Ends the wait because the promise has settled.
  private func settled(_ source: AnyPromise) {
    // If the wait had ended before, the task has not received the error, which therefore stays unobserved.
    end(.settled) { source.markObserved() }
  }

  /// Ends the wait when the inline handlers of the progress have been called. Returns `false` if none is to be called.
  private func waitForProgress(of source: AnyPromise) -> Bool {
    guard let progress = PromiseProgress.existing(for: source) else { return false }
    // Another thread may be calling the handlers. Until it has called them, the context must not appear idle.
    let context = source.context
    context?.jobEnqueued()
    let waits = progress.wait { [self] in
      settled(source)
      context?.jobFinished()
    }
    if !waits { context?.jobFinished() }
    return waits
  }
}
