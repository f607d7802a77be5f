import Foundation
import Synchronization

/// A line on the terminal that shows the progress of a long command.
final class ProgressLine: Sendable {
  private let total: Int
  private let isShown = Mutex(false)
  private let start = ContinuousClock.now

  init(total: Int) { self.total = total }

  /// Shows a number of files, if standard error is a terminal and the command takes longer than half a second.
  func show(_ activity: String, _ count: Int) {
    guard Standard.errorIsTerminal, count % 10 == 0, ContinuousClock.now - start > .milliseconds(500) else { return }
    isShown.withLock { $0 = true }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(activity) \(count) of \(total) files".utf8))
  }

  /// Removes the line.
  func clear() {
    if isShown.withLock({ $0 }) { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}
