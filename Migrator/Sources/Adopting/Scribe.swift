import SourceEditing
import SwiftSyntax

/// Collects the edits and remarks of one file.
final class Scribe {
  let source: SourceText
  private(set) var edits: [Edit] = []
  private var remarks: [Remark] = []
  /// The remarks that are made once per file, by their messages, with the lines of the other uses.
  private var remarksOnFile: [String: (index: Int, otherLines: [Int])] = [:]
  private var changeCount = 0

  init(_ source: SourceText) { self.source = source }

  func edit(_ edit: Edit) { edits.append(edit) }

  /// Replaces a node, and counts it as a change.
  func replace(_ node: some SyntaxProtocol, with text: String) {
    edits.append(Edit(replacing: node, with: text))
    count()
  }

  /// Counts a change that consists of several edits.
  func count() { changeCount += 1 }

  /// Remarks on something that the user has to change.
  ///
  /// - Parameter explanation: A text that several remarks share. It is printed with the first of them.
  func leave(at node: some SyntaxProtocol, _ reason: String, _ message: String, explanation: String? = nil) {
    remark(.left, at: node, reason, message, explanation)
  }

  /// Remarks once on something that the user has to change. The remark lists the lines of the other uses.
  func leaveOnce(at node: some SyntaxProtocol, _ reason: String, _ message: String, explanation: String) {
    guard let (index, otherLines) = remarksOnFile[message] else {
      remarksOnFile[message] = (remarks.count, [])
      return remark(.left, at: node, reason, message, explanation)
    }
    let line = source.location(of: node.positionAfterSkippingLeadingTrivia).line
    if line != otherLines.last ?? remarks[index].line { remarksOnFile[message]?.otherLines.append(line) }
  }

  /// Remarks on a change that the user should know about.
  func note(at node: some SyntaxProtocol, _ reason: String, _ message: String, explanation: String? = nil) {
    remark(.note, at: node, reason, message, explanation)
  }

  private func remark(
    _ kind: Remark.Kind, at node: some SyntaxProtocol, _ reason: String, _ message: String, _ explanation: String?
  ) {
    remarks.append(Remark(kind, in: source, at: node, reason: reason, message: message, explanation: explanation))
  }

  func rewriting() -> Rewriting {
    var remarks = remarks
    for (index, otherLines) in remarksOnFile.values where !otherLines.isEmpty {
      let message = "\(remarks[index].message) The file also uses it in \(Self.list(otherLines))."
      remarks[index] = Remark(remarks[index], message: message)
    }
    remarks.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return Rewriting(path: source.path, edits: edits, remarks: remarks, changeCount: changeCount)
  }

  /// Returns the numbers of lines in words. Of many, only the first are named.
  private static func list(_ lines: [Int]) -> String {
    guard lines.count > 1 else { return "line \(lines[0])" }
    let named = lines.prefix(lines.count > maximumCount ? maximumCount : lines.count - 1).map(String.init)
    let last = lines.count > maximumCount ? "\(lines.count - maximumCount) others" : "\(lines.last!)"
    return "lines \(named.joined(separator: ", ")) and \(last)"
  }

  private static let maximumCount = 6
}
