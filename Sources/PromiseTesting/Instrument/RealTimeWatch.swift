import Dispatch

/// Notices that a test with a manual clock waits although no timer of the clock is left: probably for a timer that uses
/// real time, which the clock does not advance.
final class RealTimeWatch: Sendable {
  private let instrument: TestInstrument
  private let onWait: @Sendable () -> Void
  private let queue = TestThreadPool.makeQueue()
  private let alarm = Lock<Alarm?>(nil)
  private let hasEnded = OnceFlag()

  /// Creates a watch, which does not run yet.
  ///
  /// - Parameters:
  ///   - instrument: The instrument of a test with a manual clock.
  ///   - onWait: Called at most once, when nothing has happened in the test for half a second of real time.
  init(_ instrument: TestInstrument, onWait: @escaping @Sendable () -> Void) {
    self.instrument = instrument
    self.onWait = onWait
  }

  /// Checks after half a second whether the test has been waiting since now, and otherwise checks again.
  func start() {
    guard let clock = instrument.clock, !hasEnded.isClaimed else { return }
    let count = instrument.work.idleCount
    let next = Alarm(at: .now() + .milliseconds(500), on: queue) { [self] in
      if let count, count == instrument.work.idleCount, clock.timerCount == 0 {
        if hasEnded.claim() { onWait() }
      } else {
        start()
      }
    }
    alarm.withLock { $0 = next }
  }

  /// Ends the watch.
  func end() {
    hasEnded.claim()
    alarm.withLock { $0 }?.cancel()
  }
}
