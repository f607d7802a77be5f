/// The cancellation of promises whose tasks are then waited for.
extension Trampoline {
  /// Something to cancel.
  package enum Cancelable: Sendable {
    /// A promise, of which the caller need not be a consumer.
    case promise(AnyPromise)
    /// A task that no promise of this library has started. The function cancels it.
    case task(@Sendable () -> Void)

    fileprivate var context: PromiseContext? { if case .promise(let promise) = self { promise.context } else { nil } }
  }

  /// Cancels promises and tasks, and passes on the tasks that have been canceled with them: those that work for the promises
  /// themselves, for promises upstream of them, and for promises that all these tasks are waiting for.
  ///
  /// What code of the user cancels meanwhile, in the cancellation handler of one of these tasks, is not passed on: it may
  /// be the very task that is going to wait.
  ///
  /// While a delivery is under way on this thread, everything is canceled after it, because no user code may run before.
  /// The cancellation of a task counts as one, so that tasks whose cancellation cancels further tasks use no stack.
  ///
  /// - Parameters:
  ///   - items: The promises and tasks, in the order in which they are canceled.
  ///   - report: Called once, on this thread, with the tasks of each item, which end when the canceled work has ended.
  ///     The cancellation handlers of the user run afterward.
  package static func cancel(
    _ items: [Cancelable], _ report: @escaping @Sendable ([[Task<Void, Never>]]) -> Void
  ) {
    let trampoline = current
    guard trampoline.depth >= deliveryDepth else { return trampoline.cancelNow(items, report) }
    // A cancellation handler is called when no delivery is under way.
    trampoline.work.userCancellationHandlers.append(
      CancellationHandler(.plain { Trampoline.current.cancelNow(items, report) }, isUserCode: true))
    trampoline.work.hasOtherWork = true
  }

  private func cancelNow(_ items: [Cancelable], _ report: ([[Task<Void, Never>]]) -> Void) {
    for item in items { item.context?.jobEnqueued() }
    _ = Self.enter()
    var tasks: [[Task<Void, Never>]] = []
    for item in items {
      work.isCollecting = true
      switch item {
      case .promise(let promise): promise.cancel(in: self)
      case .task(let cancel):
        beginDelivery()
        cancel()
        endDelivery()
      }
      work.isCollecting = false
      deliverWithoutContinuing()
      tasks.append(work.canceledTasks)
      work.canceledTasks = []
    }
    report(tasks)
    leave()
    for item in items { item.context?.jobFinished() }
  }

  /// Calls `body`, which cancels a promise on behalf of the user.
  func withoutCollecting(_ body: () -> Void) {
    let isCollecting = work.isCollecting
    work.isCollecting = false
    body()
    work.isCollecting = isCollecting
  }

  /// Records that a task is being canceled.
  ///
  /// - Parameter end: A task that ends when the work has ended.
  func noteCanceled(_ end: Task<Void, Never>) { if work.isCollecting { work.canceledTasks.append(end) } }
}
