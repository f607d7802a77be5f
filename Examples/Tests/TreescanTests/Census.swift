import ExampleTestSupport
import Foundation

/// The files, lines, bytes and words below a folder, counted without the program.
///
/// Each file is read as a whole, so that nothing depends on where the program divides it.
struct Census {
  /// The counts of the files with one extension.
  struct Row {
    var files = 0
    var lines = 0
    var bytes = 0
    var words: [String: Int] = [:]

    fileprivate static func + (left: Row, right: Row) -> Row {
      Row(
        files: left.files + right.files, lines: left.lines + right.lines, bytes: left.bytes + right.bytes,
        words: left.words.merging(right.words, uniquingKeysWith: +))
    }
  }

  /// The counts by extension, with "(none)" for files without one.
  private(set) var rows: [String: Row] = [:]

  /// Counts the regular files below a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder. Links in it are not followed.
  ///   - isCounted: Whether to count the file with a path relative to the folder. The default counts all files.
  init(of folder: TemporaryFolder, where isCounted: (String) -> Bool = { _ in true }) throws {
    let manager = FileManager.default
    for path in try manager.subpathsOfDirectory(atPath: folder.path) where isCounted(path) {
      let file = folder.location(of: path)
      guard try manager.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType == .typeRegular else {
        continue
      }
      let name = file.pathExtension.isEmpty ? "(none)" : file.pathExtension.lowercased()
      rows[name] = rows[name, default: Row()] + Row(try Data(contentsOf: file))
    }
  }

  /// The counts of all files.
  private var total: Row { rows.values.reduce(Row(), +) }
}

extension Census.Row {
  /// Counts the contents of a file.
  fileprivate init(_ data: Data) {
    self.init(files: 1, lines: data.count { $0 == UInt8(ascii: "\n") }, bytes: data.count)
    guard !data.contains(0) else { return }
    for word in data.split(whereSeparator: { !$0.isLetter }) where word.count >= 3 {
      words[String(decoding: word.map(\.lowercased), as: UTF8.self), default: 0] += 1
    }
  }

  /// The words, the most frequent first, and equally frequent ones in byte order.
  fileprivate var sortedWords: [String] {
    words
      .sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key) \($0.value)" }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, or part of a character that is not ASCII.
  fileprivate var isLetter: Bool { self >= 0x80 || (0x61...0x7A).contains(lowercased) }

  /// The lowercase letter of an uppercase ASCII letter, or the byte itself.
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}

// MARK: - Reports

extension Census {
  /// Returns the lines of the report that the program must print.
  ///
  /// - Parameter words: The number of words in each row.
  func report(words: Int = 5) -> [String] {
    let names = rows.keys.sorted { left, right in
      let files = (rows[left]!.files, rows[right]!.files)
      return files.0 != files.1 ? files.0 > files.1 : left < right
    }
    let cells =
      [["extension", "files", "lines", "bytes", "words"]]
      + (names.map { ($0, rows[$0]!) } + [("total", total)]).map { name, row in
        [name, "\(row.files)", "\(row.lines)", "\(row.bytes)", row.sortedWords.prefix(words).joined(separator: ", ")]
      }
    return cells.map { line in
      var text = line[0].padding(toLength: width(of: 0), withPad: " ", startingAt: 0)
      for column in 1...3 {
        text += String(repeating: " ", count: 2 + width(of: column) - line[column].count) + line[column]
      }
      return line[4].isEmpty ? text : "\(text)  \(line[4])"
    }
    func width(of column: Int) -> Int { cells.map { $0[column].count }.max()! }
  }
}
