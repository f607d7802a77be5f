import Synchronization

/// Continuations that wait to be resumed.
final class Waiting: Sendable {
  private let continuations: Mutex<[CheckedContinuation<Int, Never>?]>

  init(_ count: Int) { continuations = Mutex(Array(repeating: nil, count: count)) }

  /// Keeps a continuation in its place.
  func add(_ continuation: CheckedContinuation<Int, Never>, at index: Int) {
    continuations.withLock { $0[index] = continuation }
  }

  /// Resumes them in their order.
  func resumeAll(with value: Int) {
    let all = continuations.withLock { $0 }
    for continuation in all { continuation?.resume(returning: value) }
  }
}
