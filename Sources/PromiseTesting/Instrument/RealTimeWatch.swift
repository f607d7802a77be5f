import Dispatch

/// Notices that a test with a manual clock waits although no timer of the clock is left: probably for a timer that uses
/// real time, which the clock does not advance.
final class RealTimeWatch: Sendable {
  private let instrument: TestInstrument
  private let onWait: @Sendable () -> Void
  private let hasEnded = OnceFlag()

  /// Creates a watch, which does not run yet.
  ///
  /// - Parameters:
  ///   - instrument: The instrument of a test.
  ///   - onWait: Called at most once, with the task-local values of the code that starts the watch, when nothing has
  ///     happened in the test for a second of real time.
  init(_ instrument: TestInstrument, onWait: @escaping @Sendable () -> Void) {
    self.instrument = instrument
    self.onWait = onWait
  }

  /// Runs the watch while `body` runs, if the test has a manual clock.
  ///
  /// - Parameters:
  ///   - start: Returns when the test has started.
  ///   - body: The test.
  func run<Result>(after start: @escaping @Sendable () async -> Void, during body: () async -> Result) async -> Result {
    guard let clock = instrument.clock else { return await body() }
    let task = startSupervisor {
      await start()
      await self.watch(clock)
    }
    let result = await body()
    task.cancel()
    if !hasEnded.claim() { await task.value }  // The warning is recorded before the test ends.
    return result
  }

  /// Checks about every half second whether the test has been waiting since the last check but one. A check takes longer
  /// if the main thread is busy.
  private func watch(_ clock: ManualClock) async {
    var counts: [Int?] = []
    while !Task.isCancelled {
      _ = await waitUntilCalled(by: .now() + .milliseconds(500)) { _ in }  // equivalent constant: How soon it looks.
      // On a busy machine, a test that has work to do may not have had the opportunity to do it.
      await withUnsafeContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
      // The body may have to wait for the main thread. The limit is for a test that blocks that thread itself.
      // equivalent constant: How long it waits.
      _ = await waitUntilCalled(by: .now() + .seconds(10)) { DispatchQueue.main.async(execute: $0) }
      await instrument.work.letOtherWorkRun()
      let mayWait = clock.timerCount == 0 && instrument.nestedRunCount.withLock { $0 } == 0
      counts = counts.suffix(2) + [mayWait ? instrument.work.idleCount : nil]
      guard counts.count == 3, let count = counts[0], counts.allSatisfy({ $0 == count }) else { continue }
      if hasEnded.claim() { onWait() }
      return
    }
  }
}
