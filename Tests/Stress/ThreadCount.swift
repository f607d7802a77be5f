import Foundation

/// The threads of the program.
enum ThreadCount {
  /// The number of threads, or `nil` where this is not implemented.
  static var current: Int? {
    #if os(Linux)
      return try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    #else
      return nil
    #endif
  }

  /// The number of threads that timers may not exceed, however many there are.
  ///
  /// Dispatch runs at most two workers per processor for a global queue, and this program uses two such queues: that of
  /// its work items and that of its tasks. The other threads are a fixed number: the main thread, the watchdog, the
  /// manager of Dispatch, and one thread for each serial queue that is in use. Sixteen leaves room for those of earlier
  /// kinds. Of an overcommitting queue, 255 timers get a thread each.
  static let limit = 4 * ProcessInfo.processInfo.activeProcessorCount + 16
}

extension Trial {
  /// Runs `body`, and then waits until `condition` holds. Counts a loss if that takes too long, or if the program has
  /// more threads than `ThreadCount.limit` at any time.
  func expectFewThreads(_ what: String, while body: () -> Void, until condition: () -> Bool) async {
    // Dispatch keeps the threads of earlier kinds for five seconds.
    await expectSoon("the threads of earlier kinds end") { ThreadCount.current ?? 0 <= ThreadCount.limit }
    body()
    var peak = 0
    await expectSoon(what) {
      peak = max(peak, ThreadCount.current ?? 0)
      return condition()
    }
    // An idle thread of Dispatch does not end at once, so none is missed between two measurements.
    peak = max(peak, ThreadCount.current ?? 0)
    expect(peak <= ThreadCount.limit, "there are at most \(ThreadCount.limit) threads, not \(peak)")
  }
}
