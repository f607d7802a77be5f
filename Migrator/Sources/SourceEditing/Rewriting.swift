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

  /// Combines the surveys of all files.
  func combine(_ surveys: [Survey]) -> Knowledge

  /// Returns what the command leaves in a file although its own survey has not told so.
  ///
  /// Called for several files at a time.
  func review(_ source: SourceText, knowing knowledge: Knowledge) -> Set<String>

  /// Takes into account what the command leaves.
  func refine(_ knowledge: Knowledge, leaving left: Set<String>) -> Knowledge

  /// Whether the command may have something to do with a file. Files without are not parsed again.
  func concerns(_ survey: Survey) -> Bool

  /// Whether a function of a name is declared.
  func declares(_ name: String, in knowledge: Knowledge) -> Bool

  /// Rewrites a file. Called for several files at a time.
  func rewrite(_ source: SourceText, knowing knowledge: Knowledge) -> Rewriting
}

extension Rewriter {
  package func concerns(_ survey: Survey) -> Bool { true }
  package func declares(_ name: String, in knowledge: Knowledge) -> Bool { true }
  package func review(_ source: SourceText, knowing knowledge: Knowledge) -> Set<String> { [] }
  package func refine(_ knowledge: Knowledge, leaving left: Set<String>) -> Knowledge { knowledge }

  /// Surveys and reviews files, one by one.
  package func knowledge(of sources: [SourceText]) -> Knowledge {
    let knowledge = combine(sources.map(survey))
    return refine(knowledge, leaving: sources.reduce(into: []) { $0.formUnion(review($1, knowing: knowledge)) })
  }
}
