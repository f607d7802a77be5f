import CPromiseCore

/// Looks for handlers that wait in vain: for the main queue of a program that does not run it, or for a queue that
/// `wait()` blocks.
///
/// Nothing is recorded for a promise. Each thread remembers the handlers that it has enqueued last, for a call of `wait()`
/// that follows. Other handlers are looked at until the main queue has run for the first time, and while a thread is
/// blocked in `wait()`.
package enum StalledQueues {
  private struct State {
    var isEnabled = promise_core_queue_watch() > 0
    /// Whether the main queue has run, or a report has said that it does not.
    var isMainQueueKnown = false
    var blockedQueues: [BlockedQueue] = []
    var watches: [QueueWatch] = []
    /// The calls of `wait()` that have been reported, each once.
    var reportedCalls: Set<CreationSite> = []

    func updateFlag() {
      promise_core_set_queue_watch(!isEnabled ? 0 : isMainQueueKnown && blockedQueues.isEmpty ? 1 : 2)
    }

    func blockedQueue(_ queue: WatchedQueue) -> BlockedQueue? { blockedQueues.first { $0.contains(queue) } }
  }

  // The flag does not change before the first access to this property.
  private static let state = Lock(State())

  /// Whether queues are watched.
  static var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      state.withLock { state in
        state.isEnabled = newValue
        state.updateFlag()
      }
    }
  }

  // MARK: - Handlers

  /// Whether ``jobEnqueued(on:for:)`` has to be called.
  @inline(__always)
  package static var areWatched: Bool { promise_core_queue_watch() > 0 }

  /// Notes that a handler or a task has been enqueued, and watches its executor if it may wait in vain. The jobs of a test
  /// are not watched: a test may control their order, and has a time limit.
  ///
  /// - Parameters:
  ///   - executor: The executor.
  ///   - promise: The promise that the handler or the task settles, or the one that it reacts to.
  @inline(never)
  package static func jobEnqueued(on executor: HandlerExecutor, for promise: AnyPromise) {
    guard promise.context?.instrument == nil else { return }
    Trampoline.noteRecentJob(on: executor, promise.site)
    if promise_core_queue_watch() > 1, let queue = WatchedQueue(executor) { watch(queue, promise.site) }
  }

  /// Watches a queue on which a handler waits, unless it is known to run.
  private static func watch(_ queue: WatchedQueue, _ site: CreationSite) {
    let watch: QueueWatch? = state.withLock { state in
      guard state.isEnabled, (queue.isMain && !state.isMainQueueKnown) || state.blockedQueue(queue) != nil,
        !state.watches.contains(where: { $0.queue.identity == queue.identity })
      else { return nil }
      let watch = QueueWatch(queue, site)
      state.watches.append(watch)
      return watch
    }
    watch?.start()
  }

  // MARK: - Blocked threads

  /// Notes that this thread is about to be blocked until a promise settles. If the promise waits for a handler that the
  /// thread has enqueued just before, its queue is watched.
  ///
  /// - Returns: What to pass to ``waitEnded(_:)``.
  package static func waitBegins(for promise: AnyPromise, _ site: CreationSite) -> BlockedQueue? {
    guard areWatched, PromiseContext.currentInstrument == nil else { return nil }
    let blocked = BlockedQueue(site)
    state.withLock { state in
      state.blockedQueues.append(blocked)
      state.updateFlag()
    }
    let sites = promise.sitesOfScheduledHandlers
    for job in Trampoline.recentJobs where sites.contains(job.site) {
      if let queue = job.queue, blocked.contains(queue) { watch(queue, job.site) }
    }
    return blocked
  }

  /// Notes that a thread is no longer blocked.
  package static func waitEnded(_ blocked: BlockedQueue?) {
    guard let blocked else { return }
    state.withLock { state in
      state.blockedQueues.removeAll { $0 === blocked }
      state.updateFlag()
    }
  }

  /// The call of `wait()` that blocks a queue, or `nil` if there is none.
  static func blockedQueue(_ queue: WatchedQueue) -> BlockedQueue? { state.withLock { $0.blockedQueue(queue) } }

  // MARK: - Watches

  /// Removes a watch that has ended.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - hasStalled: Whether its queue has stalled.
  ///   - blocked: The call of `wait()` that blocks the queue.
  /// - Returns: Whether this has to be reported.
  static func watchEnds(_ watch: QueueWatch, hasStalled: Bool, _ blocked: BlockedQueue?) -> Bool {
    state.withLock { state in
      state.watches.removeAll { $0 === watch }
      if blocked == nil, watch.queue.isMain { state.isMainQueueKnown = true }
      state.updateFlag()
      guard hasStalled, state.isEnabled else { return false }
      return blocked.map { state.reportedCalls.insert($0.site).inserted } ?? true
    }
  }
}

extension AnyPromise {
  /// The sites of the promises for which this promise waits, directly or not, and which wait for no other promise: their
  /// handlers have been scheduled. At most the first 100 promises are considered.
  fileprivate var sitesOfScheduledHandlers: Set<CreationSite> {
    var promises = [self]
    var index = 0
    var sites: Set<CreationSite> = []
    while index < min(promises.count, 100) {
      let pending = promises[index].awaitedPromises.filter { !$0.isSettled }
      if pending.isEmpty { sites.insert(promises[index].site) }
      promises += pending
      index += 1
    }
    return sites
  }
}
