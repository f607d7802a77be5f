/// The counts of many files, grouped by file extension.
struct Report: Equatable, Sendable {
  /// The sums of all files with one extension.
  struct Row: Equatable, Sendable {
    var files = 0
    var lines = 0
    var bytes = 0
    var words: [ByteString: Int] = [:]

    /// Adds the counts of one file.
    fileprivate mutating func add(_ count: FileCount) {
      files += 1
      lines += count.lines
      bytes += count.bytes
      words.merge(count.words, uniquingKeysWith: +)
    }

    /// Adds the sums of another row.
    fileprivate mutating func add(_ row: Row) {
      files += row.files
      lines += row.lines
      bytes += row.bytes
      words.merge(row.words, uniquingKeysWith: +)
    }
  }

  /// The sums by extension.
  private(set) var rows: [ByteString: Row] = [:]

  /// The sum of all rows.
  var total: Row {
    var total = Row()
    for row in rows.values { total.add(row) }
    return total
  }

  /// Adds the count of the file at `path`.
  mutating func add(_ count: FileCount, of path: ByteString) {
    rows[path.fileExtension, default: Row()].add(count)
  }
}
