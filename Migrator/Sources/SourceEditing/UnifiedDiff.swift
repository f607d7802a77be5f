/// The difference between two texts, in the unified format that `patch` and `git apply` read.
package struct UnifiedDiff: CustomStringConvertible {
  package let description: String

  /// Compares two texts.
  ///
  /// Complexity: O(*n* log *n*) for *n* lines, if most lines between two changes occur only once.
  package init(from old: String, to new: String, path: String, context: Int = 3) {
    let oldLines = Self.lines(of: old)
    let newLines = Self.lines(of: new)
    let lines = LineComparison(oldLines, newLines).lines
    guard lines.contains(where: { $0.mark != " " }) else {
      description = ""
      return
    }
    // Git's names are relative.
    let relative = path.drop { $0 == "/" }
    let (oldName, newName) = (Self.name("a/" + relative), Self.name("b/" + relative))
    description = "--- \(oldName)\n+++ \(newName)\n" + Self.hunks(of: lines, context: context)
  }

  /// Writes a name as Git does: quoted if it has to be, and with a tab at its end if it contains a space, at which `patch`
  /// would end it otherwise.
  private static func name(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 && $0.value != 0x7F }
    guard !isPlain else { return name.contains(" ") ? name + "\t" : name }
    var quoted = ""
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: quoted += String(UnicodeScalar(byte))
      default:
        let octal = String(byte, radix: 8)
        quoted += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      }
    }
    return "\"\(quoted)\""
  }

  private static func hunks(of lines: [(mark: Character, text: Substring)], context: Int) -> String {
    var result = ""
    var start = 0
    var (oldLine, newLine) = (1, 1)
    while let change = lines[start...].firstIndex(where: { $0.mark != " " }) {
      let first = max(start, change - context)
      for line in lines[start..<first] where line.mark == " " { (oldLine, newLine) = (oldLine + 1, newLine + 1) }
      // A hunk ends where more unchanged lines follow than two contexts hold.
      var end = change + 1
      while let next = lines[end...].firstIndex(where: { $0.mark != " " }), next - end <= 2 * context { end = next + 1 }
      end = min(end + context, lines.count)
      let hunk = lines[first..<end]
      let oldCount = hunk.count { $0.mark != "+" }
      let newCount = hunk.count { $0.mark != "-" }
      // An empty range begins after the line before it.
      result += "@@ -\(oldCount == 0 ? oldLine - 1 : oldLine),\(oldCount)"
      result += " +\(newCount == 0 ? newLine - 1 : newLine),\(newCount) @@\n"
      for line in hunk {
        result += "\(line.mark)\(line.text)"
        if line.text.utf8.last != UInt8(ascii: "\n") { result += "\n\\ No newline at end of file\n" }
      }
      (oldLine, newLine) = (oldLine + oldCount, newLine + newCount)
      start = end
    }
    return result
  }

  /// Returns the lines of a text, each with its end.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    let utf8 = text.utf8
    while let end = utf8[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(text[start...end])
      start = utf8.index(after: end)
    }
    if start < text.endIndex { lines.append(text[start...]) }
    return lines
  }
}
