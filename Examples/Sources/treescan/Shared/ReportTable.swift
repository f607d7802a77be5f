import CommandLineSupport

/// Formats a report as lines of text.
struct ReportTable {
  /// The maximum number of characters shown of a name or a word, which may be as long as a whole file.
  private static let longestText = 40

  let report: Report
  /// The number of words to show in each row.
  let words: Int

  /// The whole table: a heading, one row per extension, and the total. Each line ends with a newline.
  var text: String {
    let total = report.total
    let table =
      [["extension", "files", "lines", "bytes", words > 0 ? "words" : ""]]
      + sortedRows.map { cells(shortened($0.key), $0.value) }
      + [cells("total", total)]
    let widths = (0..<4).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { line($0, widths) + "\n" }.joined()
  }

  /// The rows, ordered by descending number of files, then by the bytes of the extension.
  private var sortedRows: [(key: ByteString, value: Report.Row)] {
    report.rows.sorted { left, right in
      (right.value.files, left.key) < (left.value.files, right.key)
    }
  }

  /// Returns the cells of a row.
  private func cells(_ name: String, _ row: Report.Row) -> [String] {
    let frequent = mostFrequent(of: row.words).map { "\(shortened($0.key)) \($0.value)" }
    return [name, "\(row.files)", "\(row.lines)", "\(row.bytes)", frequent.joined(separator: ", ")]
  }

  /// Returns the most frequent words; equally frequent words are in byte order.
  private func mostFrequent(of counts: [ByteString: Int]) -> ArraySlice<(key: ByteString, value: Int)> {
    counts.sorted { left, right in (right.value, left.key) < (left.value, right.key) }.prefix(words)
  }

  /// Returns a line: the name left-aligned, the numbers right-aligned, and the words after them.
  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = cells[0] + padding(cells[0], to: widths[0])
    for column in 1..<4 {
      line += "  " + padding(cells[column], to: widths[column]) + cells[column]
    }
    return cells[4].isEmpty ? line : line + "  " + cells[4]
  }

  /// Returns the text for display, with an ellipsis if it is too long.
  private func shortened(_ text: ByteString) -> String {
    // A few thousand bytes are enough for the beginning; the rest may be very long.
    let text = ByteString(bytes: Array(text.bytes.prefix(4000))).printable
    guard text.count > ReportTable.longestText else { return text }
    return text.prefix(ReportTable.longestText - 3) + "..."
  }

  /// Returns the spaces that pad `text` to `width` characters.
  private func padding(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: width - text.count)
  }
}
