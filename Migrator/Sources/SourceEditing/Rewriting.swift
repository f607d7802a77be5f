/// The changes that a command makes to one file.
package struct Rewriting: Sendable {
  /// The path of the file, in the form in which it is printed.
  package let path: String
  package var edits: [Edit]
  package var remarks: [Remark]
  /// The number of functions, imports and so on that are changed.
  package var changeCount: Int
  /// The number of changed functions in which something remains that the command is to replace.
  package var incompleteCount = 0
  /// The names of the files to copy that the new text needs.
  package var neededFiles: Set<String> = []
  /// The identities of functions in any file that are supposed to change, as far as this file depends on them.
  package var suppositions: Set<String> = []
  /// The identities of functions in this file that do not change.
  package var refused: Set<String> = []
  /// The identities of functions in this file that do not change if those change on which they depend.
  package var postponed: Set<String> = []

  package init(path: String, edits: [Edit] = [], remarks: [Remark] = [], changeCount: Int = 0) {
    self.path = path
    self.edits = edits
    self.remarks = remarks
    self.changeCount = changeCount
  }
}

/// A command that rewrites files one by one, after it has surveyed all of them.
package protocol Rewriter: Sendable {
  /// The facts about one file that the command needs to rewrite other files.
  associatedtype Survey: Sendable

  /// The combined facts about all files.
  associatedtype Knowledge: Sendable

  /// Collects the facts about a file. Called concurrently for several files.
  func survey(_ source: SourceText) -> Survey

  /// Combines the surveys of all files.
  func combine(_ surveys: [Survey]) -> Knowledge

  /// Whether the command may change a file or remark on it. Other files are not parsed again.
  func concerns(_ survey: Survey) -> Bool

  /// Whether any file declares a function with this base name.
  func declares(_ name: String, in knowledge: Knowledge) -> Bool

  /// Returns the changes to a file. Called concurrently for several files.
  func rewrite(_ source: SourceText, knowing knowledge: Knowledge) -> Rewriting

  /// Corrects suppositions after all files have been rewritten.
  ///
  /// - Returns: The indices of the rewritings that depend on a wrong supposition and have to be repeated. Called until
  ///   there are none, so each call must correct at least one.
  func revise(_ knowledge: inout Knowledge, after rewritings: [Rewriting]) -> [Int]
}

extension Rewriter {
  package func concerns(_ survey: Survey) -> Bool { true }
  package func declares(_ name: String, in knowledge: Knowledge) -> Bool { true }
  package func revise(_ knowledge: inout Knowledge, after rewritings: [Rewriting]) -> [Int] { [] }

  /// Rewrites files, and repeats that for those that depend on a wrong supposition.
  ///
  /// - Parameter rewrite: Rewrites the files with these indices.
  /// - Returns: The rewritings of `count` files.
  package func rewriteAll(
    _ count: Int, knowing knowledge: inout Knowledge, rewrite: ([Int], Knowledge) -> [Rewriting]
  ) -> [Rewriting] {
    var rewritings = rewrite(Array(0..<count), knowledge)
    while true {
      let indices = revise(&knowledge, after: rewritings)
      guard !indices.isEmpty else { return rewritings }
      for (index, rewriting) in zip(indices, rewrite(indices, knowledge)) { rewritings[index] = rewriting }
    }
  }

  /// Rewrites files, one by one.
  package func rewriteAll(_ sources: [SourceText]) -> [Rewriting] {
    var knowledge = combine(sources.map(survey))
    return rewriteAll(sources.count, knowing: &knowledge) { indices, knowledge in
      indices.map { rewrite(sources[$0], knowing: knowledge) }
    }
  }
}
