import Dispatch
import Measuring
import PromiseCore

/// Measures how the cost per element grows with the number of elements.
enum Growth: String, CaseIterable {
  /// The steps of a chain with handlers on a serial queue.
  case links
  /// The handlers of one promise, on a serial queue.
  case observers
  /// The inputs of `when`.
  case members

  /// Creates and settles `count` elements, and waits until all handlers have run.
  func run(_ count: Int, on queue: DispatchQueue) {
    switch self {
    case .links:
      let finished = Countdown(1)
      let (promise, resolver) = Promise<Int>.pending()
      var last = promise
      for _ in 0..<count { last = last.map(on: queue) { $0 &+ 1 } }
      last.pipe { finished.arrive(with: (try? $0.get()) ?? -1) }
      resolver.fulfill(0)
      verify(finished.wait(), is: count)
    case .observers:
      let finished = Countdown(count)
      let (promise, resolver) = Promise<Int>.pending()
      for _ in 0..<count { promise.done(on: queue) { finished.arrive(with: $0) }.cauterize() }
      resolver.fulfill(1)
      verify(finished.wait(), is: count)
    case .members:
      let pending = (0..<count).map { _ in Promise<Int>.pending() }
      let whole = when(fulfilled: pending.lazy.map(\.promise))
      for member in pending { member.resolver.fulfill(1) }
      verify(whole.value?.count ?? 0, is: count)
    }
  }

  /// Returns the minimum time per element, in nanoseconds, over several runs.
  func nanoseconds(per count: Int, on queue: DispatchQueue) -> Double {
    let repeats = max(1, 30_000 / count)
    let runs = count >= 1_000_000 ? 2 : 5
    let best = (0..<runs).map { _ in timed { for _ in 0..<repeats { run(count, on: queue) } } }.min() ?? 0
    return best / Double(repeats * count)
  }

  /// Prints a line for each number of elements: the name, the number, and the time per element.
  func report() {
    let queue = DispatchQueue(label: "growth")
    run(1000, on: queue)
    for count in [1000, 10_000, 100_000, 1_000_000] {
      print(rawValue, count, nanoseconds(per: count, on: queue), separator: "\t")
    }
  }
}
