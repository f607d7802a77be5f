#if DEBUG
  /// Looks for handlers that wait in vain: for the main queue of a program that does not run it, or for a queue that
  /// `wait()` blocks.
  ///
  /// It does not find everything: it cannot know that an actor's method blocks the actor outside of a handler, that a queue
  /// shares its thread with its target queue, or what a task waits for; and a program that only computes, or waits for
  /// something else than a promise after the main queue has run once, is not looked at.
  ///
  /// Only debug builds contain the watch. Nothing is recorded for a promise. The last handlers that were enqueued are
  /// remembered, for a call of `wait()` that follows. Later ones are looked at until the main queue has run for the first
  /// time, and while a thread is blocked in `wait()`.
  package enum StalledQueues {
    private struct State {
      var blockedQueues: [BlockedQueue] = []
      var watches: [QueueWatch] = []
      /// The calls of `wait()` that have been reported, each once.
      var reportedCalls: Set<CreationSite> = []

      /// The innermost call: it may have been made in a work item that another one runs.
      func blockedQueue(_ queue: WatchedQueue) -> BlockedQueue? { blockedQueues.last { $0.contains(queue) } }
    }

    private static let state = Lock(State())
    private static let recentJobs = Lock(RecentJobs())
    private static let blockedThreads = Counter()
    /// Claimed when the main queue has run, or a report says that it does not.
    private static let isMainQueueKnown = OnceFlag()

    // MARK: - Handlers

    /// Whether ``jobEnqueued(on:for:)`` has to be called.
    package static var areWatched: Bool { true }

    /// Notes that a handler or a task has been enqueued, and watches its executor if it may wait in vain. The jobs of a test
    /// are not watched: a test may control their order, and has a time limit.
    ///
    /// - Parameters:
    ///   - executor: The executor.
    ///   - promise: The promise that the handler or the task settles, or the one that it reacts to.
    @inline(never)
    package static func jobEnqueued(on executor: HandlerExecutor, for promise: AnyPromise) {
      guard promise.context?.instrument == nil else { return }
      guard let object = executor.object else { return }
      recentJobs.withLock { $0.add(RecentJobs.Job(on: object, promise.site)) }
      if isMainQueueKnown.isClaimed, blockedThreads.value == 0 { return }
      if let queue = WatchedQueue(executor) { watch(queue, promise.site) }
    }

    /// Watches a queue on which a handler waits, unless it is known to run.
    private static func watch(_ queue: WatchedQueue, _ site: CreationSite) {
      let watch: QueueWatch? = state.withLock { state in
        guard (queue.isMain && !isMainQueueKnown.isClaimed) || state.blockedQueue(queue) != nil,
          !state.watches.contains(where: { $0.queue.identity == queue.identity && !$0.hasRun })
        else { return nil }
        let watch = QueueWatch(queue, site)
        state.watches.append(watch)
        return watch
      }
      watch?.start()
    }

    // MARK: - Blocked threads

    /// Runs `body`, which blocks this thread until a promise settles. If the promise waits for a handler that was enqueued just
    /// before, its queue is watched.
    ///
    /// - Parameters:
    ///   - promise: The promise.
    ///   - site: The site of the call that blocks the thread.
    ///   - servesMainQueue: Whether the call runs the main run loop.
    ///   - body: The function that waits.
    package static func whileBlocked(
      by promise: AnyPromise, at site: CreationSite, servesMainQueue: Bool = false, _ body: () -> Void
    ) {
      guard PromiseContext.currentInstrument == nil else { return body() }
      let blocked = BlockedQueue(site, servesMainQueue: servesMainQueue)
      state.withLock { $0.blockedQueues.append(blocked) }
      blockedThreads.add(1)
      let sites = promise.sitesOfScheduledHandlers
      for job in recentJobs.withLock({ $0.jobs }) where sites.contains(job.site) {
        if let queue = job.queue, blocked.contains(queue) { watch(queue, job.site) }
      }
      body()
      state.withLock { state in state.blockedQueues.removeAll { $0 === blocked } }
      blockedThreads.add(-1)
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
        if blocked == nil, watch.queue.isMain { isMainQueueKnown.claim() }
        guard hasStalled else { return false }
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
#else
  /// Release builds do not watch queues.
  package enum StalledQueues {
    @inline(__always)
    package static var areWatched: Bool { false }

    @inline(__always)
    package static func jobEnqueued(on executor: HandlerExecutor, for promise: AnyPromise) {}

    @inline(__always)
    package static func whileBlocked(
      by promise: AnyPromise, at site: CreationSite, servesMainQueue: Bool = false, _ body: () -> Void
    ) { body() }
  }
#endif
