import Dispatch
import Foundation

/// The main queue, for code that blocks it.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling code runs on the main thread, or in a work item of the main queue, which on Linux may run on
  /// another thread.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }

  /// Runs the work items that are enqueued on the main queue for a context, and serves the run loop for a moment.
  static func runPendingWork(of context: PromiseContext, until deadline: Date) {
    while context.runMainQueueJob() {}
    // A millisecond at most: the last promise may settle on another thread without waking this one.
    let moment = min(deadline, Date(timeIntervalSinceNow: 0.001))
    if Thread.isMainThread {
      // Serves the whole main queue, unless the calling code is a work item of it.
      _ = RunLoop.current.run(mode: .default, before: moment)
    } else {
      _ = context.group.wait(timeout: .now() + max(moment.timeIntervalSinceNow, 0))
    }
  }
}
