import CommandLineSupport
import PromiseFoundation
import Synchronization

/// Collects what happens to the files: counts them, and shows the progress.
///
/// All output to standard error during the downloads goes through this class.
final class Journal: Sendable {
  /// The cancellation of the program.
  private let cancellation: Cancellation
  /// What has happened so far.
  private let board: Mutex<Board>
  /// Shows the board.
  private let display: Display

  /// Creates the journal of a plan. It uses `cancellation` to ignore failures that the cancellation caused.
  init(_ plan: Plan, _ cancellation: Cancellation, display: Display = Display()) {
    self.cancellation = cancellation
    self.display = display
    var board = Board()
    board.tally.total = plan.total
    board.tally.alreadyThere = plan.alreadyThere
    board.tally.failures = plan.failures
    self.board = Mutex(board)
    display.show(board)
  }

  /// Records that an attempt to download a file begins.
  func started(_ file: RemoteFile) {
    change { $0.start(file) }
  }

  /// Records how much of a file has been received.
  func progressed(_ file: RemoteFile, _ progress: ProgressSnapshot) {
    change { board in
      board.update(file) { row in
        // A size that is unknown becomes 1 when the promise is fulfilled. Bytes that have been received stay.
        row.bytes = max(row.bytes, Int(progress.completedUnitCount))
        if progress.totalUnitCount >= row.bytes { row.size = Int(progress.totalUnitCount) }
      }
    }
  }

  /// Records that an attempt has failed, and that a file waits for the next one.
  func waits(_ file: RemoteFile, after error: any Error, remaining: Int) {
    change { board in
      board.update(file) { row in
        row.bytes = 0
        row.isWaiting = true
      }
    }
    let text = Failure.text(of: error, for: file.url)
    let retries = remaining == 1 ? "1 retry is left" : "\(remaining) retries are left"
    display.log(Failure(number: file.number, name: file.name, text: "\(text) (\(retries))").line)
  }

  /// Records how a file has ended: with its size, or with an error.
  func ended(_ file: RemoteFile, _ result: Result<Int, any Error>) {
    change { board in
      board.remove(file)
      switch result {
      case .success(let bytes):
        board.tally.downloaded += 1
        board.tally.bytes += bytes
      case .failure(let error) where cancellation.isCancelled && error.isCancelled: break
      case .failure(let error): board.tally.failures.append(Failure(file, error))
      }
    }
    if case .success(let bytes) = result { display.log("\(file.name.printable), \(ByteSize.text(bytes))") }
  }

  /// Removes the progress bars, and returns the final counts.
  func close() -> Tally {
    display.close()
    return board.withLock { $0.tally }
  }

  /// Changes the board, and shows it.
  private func change(_ body: (inout Board) -> Void) {
    board.withLock { board in
      body(&board)
      // Under the lock, so that the display receives the boards in the order of the changes.
      display.show(board)
    }
  }
}
