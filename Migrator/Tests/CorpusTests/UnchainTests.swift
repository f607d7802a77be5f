import SourceEditing
import Testing
import UnchainAfter
import UnchainBefore
import Unchaining

@Suite struct UnchainTests {
  private let corpus = Corpus("Unchain", command: UnchainRewriter())

  @Test func `unchain turns each file of Before into the file of After`() throws {
    try corpus.expectAfter()
  }

  @Test func `unchain changes nothing the second time`() throws {
    try corpus.expectNothingToDo()
  }

  @Test(arguments: UnchainBefore.programs.map(\.name)) func `a program does the same`(_ name: String) async throws {
    try await expectSameLines(name, before: UnchainBefore.programs, after: UnchainAfter.programs)
  }
}
