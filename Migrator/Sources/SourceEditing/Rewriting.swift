/// What a command wants to do with one file.
package struct Rewriting: Sendable {
  /// The path of the file, as it is printed.
  package let path: String
  package let edits: [Edit]
  package let remarks: [Remark]
  /// The number of functions, imports and so on that were changed.
  package let changeCount: Int

  package init(path: String, edits: [Edit] = [], remarks: [Remark] = [], changeCount: Int = 0) {
    self.path = path
    self.edits = edits
    self.remarks = remarks
    self.changeCount = changeCount
  }
}

/// A command that rewrites files one by one, after it has seen all of them.
package protocol Rewriter: Sendable {
  /// What the command needs to know about one file in order to rewrite others.
  associatedtype Survey: Sendable

  /// What the command knows of all files.
  associatedtype Knowledge: Sendable

  /// Collects what other files need to know about a file. Called for several files at a time.
  func survey(_ source: SourceText) -> Survey

  /// Sums up what the files tell.
  func combine(_ surveys: [Survey]) -> Knowledge

  /// Whether the command may have something to do with a file. Files without are not parsed again.
  func concerns(_ survey: Survey) -> Bool

  /// Rewrites a file. Called for several files at a time.
  func rewrite(_ source: SourceText, knowing knowledge: Knowledge) -> Rewriting
}
