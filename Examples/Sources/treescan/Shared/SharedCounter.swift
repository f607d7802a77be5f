import Synchronization

/// The counter of a file, in a box that all the callbacks or handlers can hold.
final class SharedCounter: Sendable {
  private let counter = Mutex(Counter())

  /// Counts the next bytes of the file.
  func feed(_ chunk: [UInt8]) {
    counter.withLock { $0.feed(chunk) }
  }

  /// The result, when the file has no more bytes.
  func finished() -> FileCount {
    counter.withLock { $0.finished() }
  }
}
