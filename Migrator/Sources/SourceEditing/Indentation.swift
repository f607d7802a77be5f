/// The unit of indentation of a text.
package struct Indentation: Hashable, Sendable {
  package let unit: String

  package init(unit: String) { self.unit = unit }

  /// Detects the unit of indentation of a text.
  ///
  /// It is a tab if more lines begin with a tab than with spaces, and otherwise the most frequent difference between the
  /// indentations of two consecutive lines. A text without indentation gets four spaces.
  package init(of text: String) {
    var tabs = 0
    var spaces = 0
    var steps: [Int: Int] = [:]
    var previous = 0
    let (space, tab) = (UInt8(ascii: " "), UInt8(ascii: "\t"))
    // Splitting into characters would be slow.
    for line in Array(text.utf8).split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let indent = line.prefix { $0 == space || $0 == tab }
      guard indent.endIndex < line.endIndex else { continue }
      if indent.first == tab { tabs += 1 }
      if indent.first == space { spaces += 1 }
      let step = indent.count - previous
      if step > 1, step <= 8 { steps[step, default: 0] += 1 }
      previous = indent.count
    }
    if tabs > spaces {
      unit = "\t"
    } else {
      let step = steps.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 4
      unit = String(repeating: " ", count: step)
    }
  }

  /// Returns the white space at the beginning of the line that contains an offset.
  package static func ofLine(at offset: Int, in text: String) -> String {
    let utf8 = text.utf8
    var start = utf8.index(utf8.startIndex, offsetBy: offset)
    while start > utf8.startIndex, utf8[utf8.index(before: start)] != UInt8(ascii: "\n") {
      utf8.formIndex(before: &start)
    }
    let whiteSpace = utf8[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(text[whiteSpace.startIndex..<whiteSpace.endIndex])
  }
}
