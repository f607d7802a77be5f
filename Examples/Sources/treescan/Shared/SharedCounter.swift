import Synchronization

/// The counter of a file, shared by all its callbacks or handlers.
final class SharedCounter: Sendable {
  private let counter = Mutex(Counter())

  /// Counts the next bytes of the file.
  func feed(_ chunk: [UInt8]) {
    counter.withLock { $0.feed(chunk) }
  }

  /// Returns the result, after all bytes have been counted.
  func finished() -> FileCount {
    counter.withLock { $0.finished() }
  }
}
