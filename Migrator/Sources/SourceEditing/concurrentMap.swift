import Foundation
import Synchronization

/// Transforms elements on all cores, and returns the results in the order of the elements.
///
/// The threads have large stacks, because syntax trees are traversed recursively.
///
/// - Parameters:
///   - progress: Called after each element with the number of finished elements, on any of the threads, but never
///     concurrently.
package func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], progress: @escaping @Sendable (Int) -> Void = { _ in },
  _ transform: @escaping @Sendable (Element) -> Result
) -> [Result] {
  let work = Work<Result>(count: elements.count)
  let threads = DispatchGroup()
  for _ in 0..<min(ProcessInfo.processInfo.activeProcessorCount, elements.count) {
    threads.enter()
    let thread = Thread {
      while let index = work.next() {
        work.finish(index, with: transform(elements[index]), progress)
      }
      threads.leave()
    }
    thread.stackSize = 16 << 20
    thread.start()
  }
  threads.wait()
  return work.results
}

/// The state of the elements.
private final class Work<Result: Sendable>: Sendable {
  private let state: Mutex<(next: Int, done: Int, results: [Result?])>

  init(count: Int) { state = Mutex((0, 0, Array(repeating: nil, count: count))) }

  /// Returns the index of the next element, or `nil` if no element is left.
  func next() -> Int? {
    state.withLock { state in
      guard state.next < state.results.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  func finish(_ index: Int, with result: Result, _ progress: (Int) -> Void) {
    state.withLock { state in
      state.results[index] = result
      state.done += 1
      progress(state.done)
    }
  }

  /// The results, after all elements have finished.
  var results: [Result] { state.withLock { $0.results.map { $0! } } }
}
