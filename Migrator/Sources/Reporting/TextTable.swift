/// Rows of text in aligned columns, for a terminal.
struct TextTable {
  /// The width of a terminal for which the report is written.
  static let lineWidth = 80

  /// Which columns are aligned to the right.
  let numbers: Set<Int>
  private(set) var rows: [[String]] = []

  init(numbers: Set<Int>) { self.numbers = numbers }

  mutating func add(_ cells: String...) { rows.append(cells) }

  /// The lines, each with an indentation of two spaces. The last column is as long as its cells.
  var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return numbers.contains(column) ? space + cell : cell + space
      }
      return ("  " + cells.joined(separator: "  ")).droppingTrailingSpaces
    }
  }
}

extension String {
  var droppingTrailingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  /// The path, or as many of its last names as fit into a width, after an ellipsis.
  func keepingLastNames(_ width: Int) -> String {
    guard count > width else { return self }
    let end = suffix(width - 1)
    return "…" + (end.firstIndex(of: "/").map { end[$0...] } ?? end)
  }

  /// Breaks a list of words into lines of a width, by default that of the terminal.
  static func wrapped(
    _ words: [String], indentation: String, separator: String = ",", width: Int = TextTable.lineWidth
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, word) in words.enumerated() {
      let word = index == words.count - 1 ? word : word + separator
      if !line.isEmpty, indentation.count + line.count + 1 + word.count > width {
        lines.append(indentation + line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    return line.isEmpty ? lines : lines + [indentation + line]
  }

  /// Breaks a sentence into lines of a width, by default that of the terminal.
  func wrapped(indentation: String, width: Int = TextTable.lineWidth) -> [String] {
    String.wrapped(split(separator: " ").map(String.init), indentation: indentation, separator: "", width: width)
  }
}
