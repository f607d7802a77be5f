import LeaveAfter
import LeaveBefore
import Leaving
import SourceEditing
import Testing
import Unchaining

@Suite struct LeaveTests {
  private let corpus = Corpus(
    "Leave", commands: UnchainRewriter(options: UnchainOptions(includesFunctionsWithoutChain: true)),
    PlainSwiftRewriter(), LeavingRewriter())

  @Test func `unchain without promises turns each file of Before into the file of After`() throws {
    try corpus.expectAfter()
  }

  @Test func `unchain without promises changes nothing the second time`() throws {
    try corpus.expectNothingToDo()
  }

  @Test func `nothing is left`() throws {
    #expect(try corpus.results().flatMap(\.remarks) == [])
  }

  @Test(arguments: LeaveBefore.programs.map(\.name)) func `a program does the same`(_ name: String) async throws {
    try await expectSameLines(name, before: LeaveBefore.programs, after: LeaveAfter.programs)
  }
}
