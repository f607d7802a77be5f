import Dispatch
import Foundation

/// Support for code that blocks the main thread while work on the main queue must keep running.
enum MainQueue {
  /// The key of a queue-specific value that only the main queue has.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on the main thread or in a work item of the main queue. On Linux, the main queue may
  /// run its work items on another thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }

  /// Runs the work items that a context has enqueued on the main queue, and then serves the run loop for up to a
  /// millisecond.
  ///
  /// - Parameters:
  ///   - context: The context that enqueued the work items.
  ///   - deadline: The time at which to return at the latest.
  static func runPendingWork(of context: PromiseContext, until deadline: Date) {
    while context.runMainQueueJob() {}
    // The wait takes at most a millisecond, because the last promise may settle on another thread, which does not wake
    // this one.
    let moment = min(deadline, Date(timeIntervalSinceNow: 0.001))
    if Thread.isMainThread {
      // The run loop serves the whole main queue, unless the calling code is itself a work item of the main queue.
      _ = RunLoop.current.run(mode: .default, before: moment)
    } else {
      _ = context.group.wait(timeout: .now() + max(moment.timeIntervalSinceNow, 0))
    }
  }
}
