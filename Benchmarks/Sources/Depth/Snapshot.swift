import Dispatch
import Foundation
import Measuring
import PromiseCore
import PromiseTracing

/// Measures snapshots of pending promises while four threads change the graph.
enum Snapshot {
  /// Takes five snapshots of a graph with `count` promises that stay pending, and prints how long each took.
  ///
  /// Half of the promises are derived, and there are circles. Meanwhile, each thread creates promises, derives others
  /// from them and from those that stay, and fulfills, cancels or drops what it has created.
  static func report(_ count: Int) {
    PromiseDiagnostics.isTracing = true
    let (shared, resolvers) = makeGraph(count)
    for promise in shared { promise.pipe { _ in } }  // so that other consumers can leave without canceling it
    let isDone = Flag()
    let threads = DispatchGroup()
    for number in 0..<4 {
      threads.enter()
      Thread.detachNewThread {
        var round = number
        while !isDone.isSet {
          change(shared[round % shared.count], round)
          round += 1
        }
        threads.leave()
      }
    }
    for _ in 0..<5 {
      let start = nanoseconds()
      let processorStart = processorTime()
      let snapshot = PromiseDiagnostics.pendingPromises()
      let taken = nanoseconds()
      let processorEnd = processorTime()
      let text = snapshot.description
      let end = nanoseconds()
      let numbers = Set(snapshot.promises.lazy.map(\.number))
      let dangling = snapshot.promises.lazy.flatMap(\.dependencies).filter { dependency in
        if case .promise(let number) = dependency { !numbers.contains(number) } else { false }
      }.count
      print(
        "snapshot", snapshot.promises.count, "\(seconds(start, taken)) s",
        "processor", "\(seconds(processorStart, processorEnd)) s", "text", text.utf8.count,
        "\(seconds(taken, end)) s", "dangling", dangling, separator: "\t")
    }
    isDone.set()
    threads.wait()
    withExtendedLifetime((shared, resolvers)) {}
  }

  private static func makeGraph(_ count: Int) -> ([Promise<Int>], [Resolver<Int>]) {
    var promises: [Promise<Int>] = []
    var resolvers: [Resolver<Int>] = []
    for number in 0..<count / 2 {
      let (promise, resolver) = Promise<Int>.pending()
      promises.append(promise)
      resolvers.append(resolver)
      if number % 1000 == 0 {
        // The handler returns a promise that waits for the handler's own one.
        nonisolated(unsafe) var later = promise
        let (start, starter) = Promise<Int>.pending()
        let first = start.then(on: nil) { _ in later }
        later = first.map(on: .global()) { $0 }
        starter.fulfill(0)
        promises.append(later)
      } else {
        promises.append(promise.map(on: .global()) { $0 + 1 })
      }
    }
    return (promises, resolvers)
  }

  private static func change(_ shared: Promise<Int>, _ round: Int) {
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.map(on: nil) { $0 }.then(on: nil) { _ in shared }
    let combined = when(fulfilled: [chain, shared])
    switch round % 3 {
    case 0:
      resolver.fulfill(1)
      combined.cancel()
    case 1: combined.cancel()
    default: resolver.reject(CancellationError())  // the combined promise is dropped
    }
  }

  /// The time for which a processor has executed this thread, in nanoseconds. The other threads occupy the processors as
  /// well, so the elapsed time depends on the number of processors.
  private static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func seconds(_ start: UInt64, _ end: UInt64) -> String {
    String(format: "%.3f", Double(end - start) / 1e9)
  }

  /// A flag that several threads share.
  private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var value = false  // guarded by the lock
    var isSet: Bool { lock.withLock { value } }
    func set() { lock.withLock { value = true } }
  }
}
