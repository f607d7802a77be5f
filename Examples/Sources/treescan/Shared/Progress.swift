import CommandLineSupport
import Dispatch
import Synchronization

/// The line on the terminal that shows the progress of the scan.
///
/// All output to standard error goes through this class, so that other lines do not mix with the progress line.
final class Progress: Sendable {
  /// The state that the lock guards: the progress of the scan, and what the terminal shows.
  private struct State {
    var total = 0
    var done = 0
    var bytes = 0
    /// The progress line that the terminal shows, if any.
    var lines = StatusLines()
    /// The earliest time of the next redraw.
    var nextDrawing = DispatchTime(uptimeNanoseconds: 0)
  }

  private let output = Output.messages
  private let isShown: Bool
  private let state = Mutex(State())

  /// Creates a progress line that is shown only if standard error is a terminal.
  init() {
    isShown = output.isTerminal
  }

  /// Sets the number of files to read.
  func start(total: Int) {
    state.withLock { state in
      state.total = total
      draw(&state)
    }
  }

  /// Counts a file as done, regardless of its result.
  func fileEnded(bytes: Int) {
    state.withLock { state in
      state.done += 1
      state.bytes += bytes
      if DispatchTime.now() >= state.nextDrawing { draw(&state) }
    }
  }

  /// Prints a separate line. The progress line returns with the next file.
  func say(_ line: String) {
    state.withLock { state in
      erase(&state)
      // If standard error fails, there is nowhere left to report the failure.
      try? output.write(line + "\n")
    }
  }

  /// Removes the progress line from the terminal.
  func clear() {
    state.withLock { erase(&$0) }
  }

  /// Draws the line over the one currently shown.
  private func draw(_ state: inout State) {
    guard isShown else { return }
    let columns = output.size.columns
    // The last column stays empty, because some terminals wrap when it is written.
    let line = ProgressLine(done: state.done, total: state.total, bytes: state.bytes).text(columns: columns - 1)
    try? output.write(state.lines.replace(with: [line], columns: columns))
    state.nextDrawing = .now() + .milliseconds(100)
  }

  /// Removes the current line.
  private func erase(_ state: inout State) {
    guard isShown else { return }
    try? output.write(state.lines.erase(columns: output.size.columns))
  }
}
