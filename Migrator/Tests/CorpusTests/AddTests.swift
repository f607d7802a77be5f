import AddAfter
import AddBefore
import Adding
import SourceEditing
import Testing

/// What `add` does with the files of the corpus.
@Suite struct AddTests {
  /// The parts of the corpus, each with the options of the command.
  static let parts: [(folder: String, options: AddOptions)] = [
    ("Async", AddOptions(style: .async)),
    ("Promise", AddOptions(style: .promise)),
    ("Callback", AddOptions(style: .callback)),
    ("Extension", AddOptions(style: .promise, placement: .extension)),
  ]

  static func corpus(_ folder: String) throws -> Corpus {
    let part = try #require(parts.first { $0.folder == folder })
    return Corpus("Add", part: folder, commands: AddRewriter(options: part.options))
  }

  @Test(arguments: parts.map(\.folder)) func `the twins are written as in After`(_ folder: String) throws {
    try Self.corpus(folder).expectAfter()
  }

  @Test(arguments: parts.map(\.folder)) func `a second run adds no twin`(_ folder: String) throws {
    try Self.corpus(folder).expectNothingToDo()
  }

  @Test(arguments: AddBefore.programs.map(\.name))
  func `callers of the old forms see the same`(_ name: String) async throws {
    try await expectSameLines(name, before: AddBefore.programs, after: AddAfter.programs)
  }

  @Test(arguments: AddBefore.programs.map(\.name))
  func `callers of the twins see the same as callers of the old forms`(_ name: String) async throws {
    try await expectSameLines(name, before: AddBefore.programs, after: AddAfter.twins)
  }

  @Test func `the corpus has more than 100 twins`() throws {
    let count = try Self.parts.reduce(0) { try $0 + Self.corpus($1.folder).results().reduce(0) { $0 + $1.changeCount } }
    #expect(count > 100)
  }
}
