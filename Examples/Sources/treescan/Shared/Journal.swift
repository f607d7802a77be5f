import CommandLineSupport
import Dispatch
import Synchronization

/// Collects events of the scan: shows remarks and progress, and determines the exit status.
final class Journal: Sendable {
  /// The state that determines the exit status.
  private struct State {
    var hasRemarks = false
    var hasFailures = false
  }

  private let cancellation: Cancellation
  private let progress = Progress()
  private let state = Mutex(State())

  /// Writes to standard error, which may be slow, without blocking the callers.
  private let queue = DispatchQueue(label: "treescan.journal")

  /// Creates an empty journal. It uses `cancellation` to ignore failures that the cancellation caused.
  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// The exit status if the program ended now.
  var status: ExitStatus {
    if cancellation.isCancelled { return .cancelled }
    return state.withLock { $0.hasFailures ? .failed : $0.hasRemarks ? .remarks : .clean }
  }

  /// Sets the number of files to read.
  func start(total: Int) {
    queue.async { self.progress.start(total: total) }
  }

  /// Records the result of a file.
  func fileEnded(_ path: ByteString, _ result: Result<FileCount, any Error>) {
    switch result {
    case .success(let count):
      if let remark = Remark(path: path, count: count) { add(remark) }
      let bytes = count.bytes
      queue.async { self.progress.fileEnded(bytes: bytes) }
    case .failure(let error):
      if isCausedByCancellation(error) { return }
      add(Remark(path: path, failure: error))
      queue.async { self.progress.fileEnded(bytes: 0) }
    }
  }

  /// Shows a remark.
  func add(_ remark: Remark) {
    state.withLock { state in
      state.hasRemarks = true
      if remark.isFailure { state.hasFailures = true }
    }
    queue.async { self.progress.say(remark.line) }
  }

  /// Calls `body` after everything recorded has been shown and the progress line has been removed.
  func close(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      self.progress.clear()
      body()
    }
  }

  /// Returns whether a file failed only because the user canceled the scan.
  ///
  /// Each style has its own error for this. A failed system call does not count.
  private func isCausedByCancellation(_ error: any Error) -> Bool {
    cancellation.isCancelled && (error as? SystemError)?.isCancellation ?? true
  }
}
