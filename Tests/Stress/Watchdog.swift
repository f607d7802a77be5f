import Foundation
import PromiseCore

/// Ends the program when a trial does not get on.
final class Watchdog: Sendable {
  private static let patience = 60

  private let watched = Lock<(trial: Trial, name: String)?>(nil)

  /// Watches this trial from now on.
  func watch(_ trial: Trial, _ name: String) {
    watched.withLock { $0 = (trial, name) }
  }

  /// Begins to watch, on a thread of its own.
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
          print("HANG: \(name), seed \(trial.seed): nothing got on for \(Self.patience) s, after \(progress) steps")
          exit(1)
        }
      }
    }
  }
}
