import CommandLineSupport
import Dispatch
import Synchronization

/// Shows the progress: as bars if the output is a terminal, otherwise as one line for each file.
final class Display: Sendable {
  /// The shortest time between two drawings, which is also how long a change may remain invisible.
  private static let interval = DispatchTimeInterval.milliseconds(100)

  /// The state that the lock guards: what to show, and what the terminal shows.
  private struct State {
    /// The board to show with the next drawing.
    var board = Board()
    /// The lines that the terminal shows.
    var lines = StatusLines()
    /// The earliest time of the next drawing.
    var nextDrawing = DispatchTime.now()
    /// Whether a drawing is scheduled, which will also show further changes.
    var isDrawingScheduled = false
    /// Whether the bars have been removed for good.
    var isClosed = false
  }

  /// Draws and writes lines, so that a slow terminal does not block the downloads.
  private let queue = DispatchQueue(label: "fetchall.display")
  /// Where to write, or `nil` to write nothing.
  private let output: Output?
  /// Whether the output shows bars, and no lines.
  private let hasBars: Bool
  /// The state, which several threads change.
  private let state = Mutex(State())

  /// Creates a display that writes to an output, or nowhere. It has bars if the output is a terminal.
  init(to output: Output? = .messages) {
    self.output = output
    hasBars = output?.isTerminal ?? false
  }

  /// Shows a board soon.
  func show(_ board: Board) {
    guard hasBars else { return }
    let drawingTime: DispatchTime? = state.withLock { state in
      state.board = board
      guard !state.isDrawingScheduled, !state.isClosed else { return nil }
      state.isDrawingScheduled = true
      return state.nextDrawing
    }
    if let drawingTime { queue.asyncAfter(deadline: drawingTime) { self.draw() } }
  }

  /// Prints a line about a file. The bars show the same on a terminal.
  func log(_ line: String) {
    guard !hasBars else { return }
    queue.async { self.write(line + "\n") }
  }

  /// Removes the bars. When this method returns, everything has been written.
  func close() {
    queue.sync {
      let columns = output?.size.columns ?? 0
      let text = state.withLock { state in
        state.isClosed = true
        return state.lines.erase(columns: columns)
      }
      write(text)
    }
  }

  /// Draws the bars over those that are shown.
  private func draw() {
    guard let size = output?.size else { return }
    let text = state.withLock { state in
      state.isDrawingScheduled = false
      state.nextDrawing = .now() + Display.interval
      guard !state.isClosed else { return "" }
      // The last column stays empty, because some terminals wrap when it is written. The last row is the cursor's.
      let lines = BoardLines(board: state.board).text(columns: size.columns - 1, count: size.rows - 1)
      return state.lines.replace(with: lines, columns: size.columns)
    }
    write(text)
  }

  /// Writes a text. If that fails, there is nowhere left to report the failure.
  private func write(_ text: String) {
    if !text.isEmpty { try? output?.write(text) }
  }
}
