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
    private let hasRun = OnceFlag()
    // Only the work items of `ticker` use these properties.
    private var state = StallStateMachine()
    private var mainThreadTime: UInt64 = 0

    private static let ticker = DispatchQueue(label: "swift-promises.stalls", qos: .utility)
    /// The time between two ticks, in milliseconds. Tests shorten it.
    package static let interval = Lock(500)

    init(_ queue: WatchedQueue, _ site: CreationSite) {
      self.queue = queue
      self.site = site
    }

    func start() {
      queue.executor.enqueue { [hasRun] in hasRun.claim() }
      scheduleTick()
    }

    private func scheduleTick() {
      Self.ticker.asyncAfter(deadline: .now() + .milliseconds(Self.interval.withLock { $0 })) { self.tick() }
    }

    private func tick() {
      let blocked = StalledQueues.blockedQueue(queue)
      let verdict = state.tick(finding(blocked))
      if verdict == .watch { return scheduleTick() }
      guard StalledQueues.watchEnds(self, hasStalled: verdict == .report, blocked) else { return }
      PromiseDiagnostics.report(event(blocked), in: nil)
    }

    private func finding(_ blocked: BlockedQueue?) -> StallStateMachine.Finding {
      if hasRun.isClaimed { return .moves }
      if blocked != nil { return .still }
      guard queue.isMain else { return .moves }
      switch promise_core_main_thread_activity(&mainThreadTime) {
      case promise_core_activity_none: return .still
      case promise_core_activity_busy: return .busy
      default: return .moves
      }
    }

    private func event(_ blocked: BlockedQueue?) -> PromiseDiagnostics.Event {
      guard let blocked else { return .mainQueueDoesNotRun(file: site.file, line: site.line) }
      return .waitBlocksHandler(
        "\(site.file):\(site.line)", queue: queue.name, file: blocked.site.file, line: blocked.site.line)
    }
  }
#endif
