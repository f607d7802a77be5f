/// What a command wants to do with one file.
package struct Rewriting: Sendable {
  /// The path of the file, as it is printed.
  package let path: String
  package let edits: [Edit]
  package let remarks: [Remark]
  /// How many functions, imports or whatever the command counts were changed.
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

  /// Collects what other files need to know about a file. Called for several files at a time.
  func survey(_ source: SourceText) -> Survey

  /// Rewrites a file. Called for several files at a time, after all of them have been surveyed.
  func rewrite(_ source: SourceText, knowing surveys: [Survey]) -> Rewriting
}
