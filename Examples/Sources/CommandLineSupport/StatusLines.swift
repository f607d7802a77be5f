/// The lines at the bottom of a terminal that show the status of a running program, and are replaced in place.
///
/// This type computes the text to write, and does not write it. The cursor stays at the beginning of the line below the
/// status, so that the `^C` of an interrupt, or the prompt after the end of the program, does not mix with it.
package struct StatusLines {
  /// The widths of the lines that the terminal shows, in columns.
  private var shown: [Int] = []

  /// Creates a status without lines.
  package init() {}

  /// Returns the text that replaces the lines.
  ///
  /// - Parameters:
  ///   - lines: The new lines. They must be shorter than a row of the terminal, and fewer than its rows.
  ///   - columns: The width of the terminal.
  package mutating func replace(with lines: [String], columns: Int) -> String {
    let start = moveToStart(columns: columns)
    shown = lines.map(\.columnCount)
    // Each row is overwritten and only its rest is erased, because a terminal would show an empty row for a moment.
    return start + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }

  /// Returns the text that removes the lines.
  ///
  /// - Parameter columns: The width of the terminal.
  package mutating func erase(columns: Int) -> String {
    guard !shown.isEmpty else { return "" }
    defer { shown = [] }
    return moveToStart(columns: columns) + "\u{1B}[J"
  }

  /// Returns the text that moves the cursor to the beginning of the first line.
  private func moveToStart(columns: Int) -> String {
    // A terminal that has become narrower shows a line in several rows.
    let rows = shown.reduce(0) { $0 + max(1, ($1 + columns - 1) / max(columns, 1)) }
    return rows == 0 ? "\r" : "\r\u{1B}[\(rows)A"
  }
}
