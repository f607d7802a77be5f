import SwiftSyntax

/// The documentation comment of a function, adapted to the parameters of its twin.
struct Documentation {
  /// A line of the comment.
  private struct Line {
    /// The marks before the text, such as `///` or ` *`.
    var prefix: String
    /// The text, with its indentation.
    var text: String

    var indentation: Int { text.prefix { $0 == " " || $0 == "\t" }.count }
    var isBlank: Bool { text.allSatisfy { $0 == " " || $0 == "\t" } }
    /// Whether the line belongs to the paragraph before it, as it begins no item of a list and no comment.
    var continuesParagraph: Bool { !key.isEmpty && !["-", "*", "+"].contains(key.prefix(1)) }
    /// The text without indentation and case, for comparisons.
    var key: String { text.drop { $0 == " " || $0 == "\t" }.lowercased() }
  }

  private var lines: [Line] = []

  /// Reads the comment directly before a declaration.
  init(of node: some SyntaxProtocol) {
    for piece in node.leadingTrivia {
      switch piece {
      case .docLineComment(let text):
        lines.append(Line(prefix: "///", text: String(text.dropFirst(3))))
      case .docBlockComment(let text):
        lines = Self.lines(ofBlock: text)
      case .newlines(let count) where count > 1, .carriageReturnLineFeeds(let count) where count > 1:
        lines = []
      default:
        break
      }
    }
  }

  private static func lines(ofBlock text: String) -> [Line] {
    let raw = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return raw.enumerated().map { index, line in
      let content = line.drop { $0 == " " || $0 == "\t" }
      if index == 0 || index == raw.count - 1 { return Line(prefix: (index == 0 ? "" : " ") + content, text: "") }
      guard content.hasPrefix("*") else { return Line(prefix: content.isEmpty ? "" : " ", text: String(content)) }
      return Line(prefix: " *", text: String(content.dropFirst()))
    }
  }

  var isEmpty: Bool { lines.isEmpty }

  /// The lines of the comment, without the indentation of the declaration.
  var text: [String] { lines.map { $0.isBlank ? $0.prefix : $0.prefix + $0.text } }

  /// Removes the description of a parameter.
  mutating func removeParameter(_ names: Set<String>) {
    let keys = names.map { $0.lowercased() }
    remove { line in keys.contains { line.hasPrefix("- parameter \($0):") || line.hasPrefix("- \($0):") } }
    // A list without items is removed.
    for index in lines.indices.reversed() where lines[index].key.hasPrefix("- parameters:") {
      let next = index + 1 < lines.count ? lines[index + 1] : nil
      if next.map({ $0.isBlank || $0.indentation <= lines[index].indentation }) ?? true { lines.remove(at: index) }
    }
    tidy()
  }

  /// Removes a section such as `- Returns:`.
  mutating func removeSection(_ name: String) {
    remove { $0.hasPrefix("- \(name.lowercased()):") }
    tidy()
  }

  /// Adds the description of a parameter after the other descriptions.
  mutating func addParameter(_ name: String, _ description: String) {
    guard !isEmpty else { return }
    if let list = lines.firstIndex(where: { $0.key.hasPrefix("- parameters:") }) {
      let end = endOfItem(at: list)
      let first = list + 1 < end ? lines[list + 1] : nil
      let space = first.map { String($0.text.prefix($0.indentation)) } ?? "   "
      lines.insert(Line(prefix: lines[list].prefix, text: "\(space)- \(name): \(description)"), at: end)
    } else if let last = lines.lastIndex(where: { $0.key.hasPrefix("- parameter ") }) {
      let space = String(lines[last].text.prefix(lines[last].indentation))
      lines.insert(
        Line(prefix: lines[last].prefix, text: "\(space)- Parameter \(name): \(description)"), at: endOfItem(at: last))
    } else if lines[0].prefix == "///" {
      lines.append(Line(prefix: "///", text: ""))
      lines.append(Line(prefix: "///", text: " - Parameter \(name): \(description)"))
    }
  }

  private mutating func remove(where matches: (String) -> Bool) {
    for index in lines.indices.reversed() where index < lines.count && matches(lines[index].key) {
      lines.removeSubrange(index..<endOfItem(at: index))
    }
  }

  /// Returns the index after the lines that continue an item of a list.
  private func endOfItem(at index: Int) -> Int {
    var end = index + 1
    while end < lines.count, !lines[end].isBlank,
      lines[end].indentation > lines[index].indentation || lines[end].continuesParagraph
    {
      end += 1
    }
    return end
  }

  /// Removes blank lines that no longer separate anything.
  private mutating func tidy() {
    func isContent(_ line: Line) -> Bool {
      line.prefix == "///" || line.prefix == " *" || line.prefix == " " || line.prefix.isEmpty
    }
    for index in lines.indices.reversed() where lines[index].isBlank && isContent(lines[index]) {
      let previous = index > 0 ? lines[index - 1] : nil
      let next = index + 1 < lines.count ? lines[index + 1] : nil
      let separates =
        previous.map { !$0.isBlank } ?? false
        && next.map { !$0.isBlank || !isContent($0) && $0.prefix.hasSuffix("*/") == false } ?? false
      if !separates { lines.remove(at: index) }
    }
    if lines.allSatisfy({ $0.isBlank && $0.prefix == "///" }) { lines = [] }
  }
}
