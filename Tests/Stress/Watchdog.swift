import Foundation
import PromiseCore

/// Ends the program when a trial makes no step for too long.
final class Watchdog: Sendable {
  private static let patience = 60

  private let watched = Lock<(trial: Trial, name: String)?>(nil)

  /// Watches a trial from now on.
  func watch(_ trial: Trial, _ name: String) {
    watched.withLock { $0 = (trial, name) }
  }

  /// Starts the watching thread.
  func start() {
    Thread.detachNewThread { [self] in
      var last: (trial: Trial, progress: Int)?
      var idle = 0
      while true {
        Thread.sleep(forTimeInterval: 1)
        guard let (trial, name) = watched.withLock({ $0 }) else { continue }
        let progress = trial.progress
        idle = last.map { $0.trial === trial && $0.progress == progress } == true ? idle + 1 : 0
        last = (trial, progress)
        guard idle < Self.patience else {
          print("HANG: \(name), seed \(trial.seed): no step for \(Self.patience) seconds after \(progress) steps")
          exit(1)
        }
      }
    }
  }
}
