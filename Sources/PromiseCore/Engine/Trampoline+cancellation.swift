/// The cancellation of promises whose tasks are then waited for.
extension Trampoline {
  /// Cancels promises, and passes on the tasks that have been canceled with them: those that work for the promises
  /// themselves, for promises upstream of them, and for promises that those tasks are waiting for.
  ///
  /// While a delivery is under way on this thread, the promises are canceled after it, because no user code may run
  /// before.
  ///
  /// - Parameters:
  ///   - promises: The promises, in the order in which they are canceled.
  ///   - report: Called once, on this thread, with tasks that end when the canceled work has ended. The cancellation
  ///     handlers of the user run afterward.
  package static func cancel(
    _ promises: [AnyPromise], _ report: @escaping @Sendable ([Task<Void, Never>]) -> Void
  ) {
    let trampoline = current
    guard trampoline.depth >= deliveryDepth else { return trampoline.cancelNow(promises, report) }
    // A cancellation handler is called when no delivery is under way.
    trampoline.work.userCancellationHandlers.append(
      CancellationHandler(.plain { Trampoline.current.cancelNow(promises, report) }, isUserCode: true))
    trampoline.work.hasOtherWork = true
  }

  private func cancelNow(_ promises: [AnyPromise], _ report: ([Task<Void, Never>]) -> Void) {
    for promise in promises { promise.context?.jobEnqueued() }
    _ = Self.enter()
    work.canceledTasks = []
    for promise in promises {
      promise.cancel(in: self)
      // Cancellations and deliveries run no code of the user that could cancel anything else.
      deliverWithoutContinuing()
    }
    report(work.canceledTasks.take() ?? [])
    leave()
    for promise in promises { promise.context?.jobFinished() }
  }

  /// Records that a task is being canceled.
  ///
  /// - Parameter end: A task that ends when the work has ended.
  func noteCanceled(_ end: Task<Void, Never>) { work.canceledTasks?.append(end) }
}
