// Text for a terminal. Names of files and messages of servers may contain anything, such as sequences that control the
// terminal, and characters that take two columns.
extension String {
  /// The text for display on one line, with each character that could control the terminal replaced by a question mark.
  package var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: text.unicodeScalars.append("?")
      default: text.unicodeScalars.append(scalar.isBidirectionalControl ? "?" : scalar)
      }
    }
    return text
  }

  /// The number of columns that the text takes on a terminal.
  package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

  /// Returns the text in exactly `columns` columns: padded with spaces, or cut off with an ellipsis.
  package func fitted(toColumns columns: Int) -> String {
    let count = columnCount
    if count <= columns { return self + String(repeating: " ", count: columns - count) }
    guard columns > 0 else { return "" }
    var text = ""
    var rest = columns - 1
    for character in self {
      rest -= character.columnCount
      if rest < 0 { break }
      text.append(character)
    }
    text.append("…")
    return text + String(repeating: " ", count: columns - text.columnCount)
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal, which is two for most characters of East Asia.
  fileprivate var columnCount: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      return scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character changes the direction of the text after it.
  fileprivate var isBidirectionalControl: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
