import Dispatch
import Synchronization

/// The line on the terminal that shows how far the scan is.
///
/// All that goes to standard error goes through here, since other lines may not be mixed with this one.
final class Progress: Sendable {
  /// What the lock guards: how far the scan is, and what the terminal shows.
  private struct State {
    var total = 0
    var done = 0
    var bytes = 0
    /// How many characters of the line are on the terminal now.
    var shown = 0
    /// When the line may be drawn again.
    var nextDrawing = DispatchTime(uptimeNanoseconds: 0)
  }

  private let output = Output.messages
  private let isShown: Bool
  private let state = Mutex(State())

  /// Makes a progress line that is shown only when standard error is a terminal.
  init() {
    isShown = output.isTerminal
  }

  /// Says how many files there are to do.
  func start(total: Int) {
    state.withLock { state in
      state.total = total
      draw(&state)
    }
  }

  /// Counts a file as done, whatever became of it.
  func fileEnded(bytes: Int) {
    state.withLock { state in
      state.done += 1
      state.bytes += bytes
      if DispatchTime.now() >= state.nextDrawing { draw(&state) }
    }
  }

  /// Prints a line of its own; the progress comes back with the next file.
  func say(_ line: String) {
    state.withLock { state in
      erase(&state)
      // When even standard error fails there is nobody left to tell.
      try? output.write(line + "\n")
    }
  }

  /// Removes the line from the terminal.
  func clear() {
    state.withLock { erase(&$0) }
  }

  /// Writes the line over what is shown now.
  private func draw(_ state: inout State) {
    guard isShown else { return }
    // The last column stays free: some terminals begin a new line when it is written to.
    let line = ProgressLine(done: state.done, total: state.total, bytes: state.bytes)
      .text(columns: output.columns - 1)
    let rest = String(repeating: " ", count: max(0, state.shown - line.count))
    try? output.write("\r" + line + rest)
    state.shown = line.count + rest.count
    state.nextDrawing = .now() + .milliseconds(100)
  }

  /// Writes spaces over what is shown now, which every terminal understands.
  private func erase(_ state: inout State) {
    guard state.shown > 0 else { return }
    try? output.write("\r" + String(repeating: " ", count: state.shown) + "\r")
    state.shown = 0
  }
}
