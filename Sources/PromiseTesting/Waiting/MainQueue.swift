import Dispatch
import Foundation

/// What has to be known of the main queue to wait on it.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the code that runs is on the main thread, or in a work item of the main queue, which on Linux may be on
  /// another.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }

  /// Lets the main queue go on for a moment: the work items of `scope`, and whatever the run loop serves.
  static func turn(for scope: Scope, until deadline: Date) {
    while scope.runMainJob() {}
    // Not for long, since the last promise may settle on another thread without a word to this one.
    let moment = min(deadline, Date(timeIntervalSinceNow: 0.001))
    if Thread.isMainThread {
      // Serves the main queue as a whole, unless this is a work item of it.
      _ = RunLoop.current.run(mode: .default, before: moment)
    } else {
      _ = scope.group.wait(timeout: .now() + max(moment.timeIntervalSinceNow, 0))
    }
  }
}
