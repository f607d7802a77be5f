import CommandLineSupport

/// Formats a board as lines: a total, and one progress bar for each running download.
struct BoardLines {
  /// The widest bar, and the widest name, in columns.
  private static let widest = 32
  /// The columns of a percentage and of a size: ` 45%  123.4 MB`.
  private static let numbers = 15

  /// The board to show.
  let board: Board

  /// Returns the lines, each of at most `columns` columns, and at most `count` of them.
  func text(columns: Int, count: Int) -> [String] {
    let rows = board.rows.compactMap(\.self).prefix(max(0, count - 1))
    return count < 1 ? [] : [total(columns: columns)] + rows.map { line($0, columns: columns) }
  }

  /// Returns the line about all files.
  private func total(columns: Int) -> String {
    let tally = board.tally
    let failed = tally.failures.isEmpty ? "" : ", \(tally.failures.count) failed"
    let numbers = "\(tally.ended)/\(tally.total) files\(failed), \(ByteSize.text(board.bytes))"
    let width = min(BoardLines.widest, columns - numbers.count - 1)
    guard width >= ProgressBar.minimumColumns else { return String(numbers.prefix(max(0, columns))) }
    return ProgressBar.text(tally.ended, of: tally.total, columns: width) + " " + numbers
  }

  /// Returns the line about a running download: its name, its bar and its numbers, as far as there is space.
  private func line(_ row: Board.Row, columns: Int) -> String {
    let name = row.file.name.printable
    let space = columns - BoardLines.numbers - 3
    let nameWidth = min(BoardLines.widest, space / 2)
    let barWidth = min(BoardLines.widest, space - nameWidth)
    guard barWidth >= ProgressBar.minimumColumns else { return name.fitted(toColumns: max(0, columns)) }
    let size = row.isWaiting ? "" : ByteSize.text(row.bytes)
    let padding = String(repeating: " ", count: max(0, 10 - size.count))
    return "\(name.fitted(toColumns: nameWidth)) \(bar(row, columns: barWidth)) \(percentage(row)) \(padding)\(size)"
  }

  /// Returns the bar of a download, or what takes its place while there is no progress to show.
  private func bar(_ row: Board.Row, columns: Int) -> String {
    if row.isWaiting { return "waiting to try again".fitted(toColumns: columns) }
    guard let size = row.size else { return String(repeating: " ", count: columns) }
    return ProgressBar.text(row.bytes, of: size, columns: columns)
  }

  /// Returns the percentage of a download, in four columns.
  private func percentage(_ row: Board.Row) -> String {
    guard let size = row.size, !row.isWaiting else { return "    " }
    let percent = size > 0 ? min(100, Int(Double(row.bytes) / Double(size) * 100)) : 100
    return String(repeating: " ", count: 3 - "\(percent)".count) + "\(percent)%"
  }
}
