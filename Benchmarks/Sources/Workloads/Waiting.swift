import Synchronization

/// Stores suspended continuations.
final class Waiting: Sendable {
  private let continuations: Mutex<[CheckedContinuation<Int, Never>?]>

  init(_ count: Int) { continuations = Mutex(Array(repeating: nil, count: count)) }

  /// Stores a continuation at an index.
  func add(_ continuation: CheckedContinuation<Int, Never>, at index: Int) {
    continuations.withLock { $0[index] = continuation }
  }

  /// Resumes all continuations in order.
  func resumeAll(with value: Int) {
    let all = continuations.withLock { $0 }
    for continuation in all { continuation?.resume(returning: value) }
  }
}
