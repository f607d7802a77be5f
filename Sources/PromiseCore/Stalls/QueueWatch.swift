import CPromiseCore
import Dispatch

#if DEBUG
  /// Finds out whether a queue runs on which a handler waits.
  ///
  /// It enqueues a work item there, and looks every half a second whether that has run.
  package final class QueueWatch: @unchecked Sendable {
    let queue: WatchedQueue
    /// The site of the promise whose handler waits.
    private let site: CreationSite
    private let workItem = OnceFlag()
    // Only the work items of `ticker` use these properties.
    private var state = StallStateMachine()
    private var mainThreadTime: UInt64 = 0
    /// The call that blocked the queue at the last tick.
    private var lastBlocked: BlockedQueue?
    /// The time after which the next tick is late.
    private var latestTick = DispatchTime.distantFuture

    private static let ticker = DispatchQueue(label: "swift-promises.stalls", qos: .utility)
    /// The time between two ticks, in milliseconds. Tests shorten it.
    package static let interval = Lock(500)

    init(_ queue: WatchedQueue, _ site: CreationSite) {
      self.queue = queue
      self.site = site
    }

    /// Whether the queue has run the work item.
    var hasRun: Bool { workItem.isClaimed }

    func start() {
      queue.executor.enqueue { [workItem] in workItem.claim() }
      scheduleTick()
    }

    private func scheduleTick() {
      let interval = Self.interval.withLock { $0 }
      let now = DispatchTime.now()
      latestTick = now + .milliseconds(interval * 3 / 2)
      Self.ticker.asyncAfter(deadline: now + .milliseconds(interval)) { self.tick() }
    }

    private func tick() {
      let blocked = StalledQueues.blockedQueue(queue)
      let verdict = state.tick(finding(blocked))
      lastBlocked = blocked
      if verdict == .watch { return scheduleTick() }
      guard StalledQueues.watchEnds(self, hasStalled: verdict == .report, blocked) else { return }
      PromiseDiagnostics.report(event(blocked), in: nil)
    }

    private func finding(_ blocked: BlockedQueue?) -> StallStateMachine.Finding {
      if hasRun { return .moves }
      if DispatchTime.now() > latestTick { return .late }
      if let blocked {
        if blocked !== lastBlocked { return .busy }
        if !blocked.servesMainQueue || !queue.isMain { return .still }
      }
      guard queue.isMain, blocked != nil || !promise_core_main_run_loop_runs() else { return .moves }
      switch promise_core_main_thread_activity(&mainThreadTime) {
      case promise_core_activity_none: return .still
      case promise_core_activity_busy: return .busy
      default: return .moves
      }
    }

    private func event(_ blocked: BlockedQueue?) -> PromiseDiagnostics.Event {
      guard let blocked else { return .mainQueueDoesNotRun(file: site.file, line: site.line) }
      return .waitBlocksHandler(
        "\(site.file):\(site.line)", call: blocked.call, queue: queue.name, file: blocked.site.file,
        line: blocked.site.line)
    }
  }
#endif
