import SourceEditing
import SwiftSyntax

/// Collects the edits and remarks of one file.
final class Scribe {
  let source: SourceText
  private(set) var edits: [Edit] = []
  private var remarks: [Remark] = []
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

  /// Says that something is left to do by hand.
  func leave(at node: some SyntaxProtocol, _ reason: String, _ message: String) {
    remarks.append(Remark(.left, in: source, at: node, reason: reason, message: message))
  }

  /// Says that something was done that the reader should know of.
  func note(at node: some SyntaxProtocol, _ reason: String, _ message: String) {
    remarks.append(Remark(.note, in: source, at: node, reason: reason, message: message))
  }

  func rewriting() -> Rewriting {
    let remarks = remarks.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    return Rewriting(path: source.path, edits: edits, remarks: remarks, changeCount: changeCount)
  }
}
