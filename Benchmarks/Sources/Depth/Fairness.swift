import Dispatch
import Measuring
import PromiseCore
import Synchronization

/// Measures how long other blocks on a queue wait while a long chain runs on it.
enum Fairness {
  /// A block that resubmits itself and records the longest interval between two runs.
  final class Ticker: Sendable {
    private let state = Mutex((last: UInt64(0), largest: UInt64(0), ticks: 0))
    private let ended = Atomic<Bool>(false)

    /// Starts on a queue.
    func start(on queue: DispatchQueue) {
      state.withLock { $0 = (nanoseconds(), 0, 0) }
      tick(on: queue)
    }

    private func tick(on queue: DispatchQueue) {
      queue.async { [self] in
        note()
        if !ended.load(ordering: .acquiring) { tick(on: queue) }
      }
    }

    private func note() {
      let now = nanoseconds()
      state.withLock { state in
        state.largest = max(state.largest, now - state.last)
        state.last = now
        state.ticks += 1
      }
    }

    /// Stops and returns the longest interval in nanoseconds, including the current one.
    func stop() -> UInt64 {
      ended.store(true, ordering: .releasing)
      note()
      return state.withLock { $0.largest }
    }
  }

  /// Returns the longest time, in milliseconds, that other blocks wait while a chain of `links` steps runs.
  static func largestGap(links: Int) -> Double {
    let queue = DispatchQueue(label: "fairness")
    let (promise, resolver) = Promise<Int>.pending()
    var last = promise
    for _ in 0..<links { last = last.map(on: queue) { $0 &+ 1 } }
    let finished = Countdown(1)
    last.pipe { finished.arrive(with: (try? $0.get()) ?? -1) }
    let ticker = Ticker()
    ticker.start(on: queue)
    resolver.fulfill(0)
    verify(finished.wait(), is: links)
    let gap = ticker.stop()
    queue.sync {}
    return Double(gap) / 1e6
  }

  /// Returns the same for `count` Dispatch blocks, each of which submits the next.
  static func largestGapOfBlocks(_ count: Int) -> Double {
    let queue = DispatchQueue(label: "fairness")
    let finished = Countdown(1)
    let ticker = Ticker()
    ticker.start(on: queue)
    step(count, on: queue, finished)
    verify(finished.wait(), is: 1)
    let gap = ticker.stop()
    queue.sync {}
    return Double(gap) / 1e6
  }

  private static func step(_ left: Int, on queue: DispatchQueue, _ finished: Countdown) {
    queue.async { if left == 0 { finished.arrive(with: 1) } else { step(left - 1, on: queue, finished) } }
  }
}
