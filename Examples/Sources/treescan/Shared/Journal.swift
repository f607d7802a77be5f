import Dispatch
import Synchronization

/// Writes down what happens: it shows remarks and progress, and knows with which status to exit.
final class Journal: Sendable {
  /// What the exit status depends on.
  private struct State {
    var hasRemarks = false
    var hasFailures = false
  }

  private let cancellation: Cancellation
  private let progress = Progress()
  private let state = Mutex(State())

  /// Writes to standard error, which may take long, so that nobody else has to wait for it.
  private let queue = DispatchQueue(label: "treescan.journal")

  /// Makes an empty journal; what fails after `cancellation` is not always worth a remark.
  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
  }

  /// The status of the program, were it to end now.
  var status: ExitStatus {
    if cancellation.isCancelled { return .cancelled }
    return state.withLock { $0.hasFailures ? .failed : $0.hasRemarks ? .remarks : .clean }
  }

  /// Says how many files there are to do.
  func start(total: Int) {
    queue.async { self.progress.start(total: total) }
  }

  /// Notes what came of a file.
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

  /// Calls `body` when all that was noted has been shown and the terminal is clean.
  func close(_ body: @escaping @Sendable () -> Void) {
    queue.async {
      self.progress.clear()
      body()
    }
  }

  /// Whether a file failed only since the user wished to stop.
  ///
  /// Each style has an error of its own for that. A system call that failed is another matter.
  private func isCausedByCancellation(_ error: any Error) -> Bool {
    cancellation.isCancelled && (error as? SystemError)?.isCancellation ?? true
  }
}
