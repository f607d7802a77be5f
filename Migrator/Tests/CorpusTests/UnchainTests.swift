import SourceEditing
import Testing
import UnchainAfter
import UnchainBefore
import Unchaining

@Suite struct UnchainTests {
  private let corpus = Corpus("Unchain", commands: UnchainRewriter())

  @Test func `unchain turns each file of Before into the file of After`() throws {
    try corpus.expectAfter()
  }

  @Test func `unchain changes nothing the second time`() throws {
    try corpus.expectNothingToDo()
  }

  @Test func `each function that is left has its reason`() throws {
    let remarks = try corpus.results().flatMap(\.remarks)
    let reasons = remarks.map { "\($0.message.prefix { $0 != "(" && $0 != ":" }) \($0.reason)" }
    #expect(
      Set(reasons) == [
        "asyncFormExists async-form-exists", "canceled canceled", "captureList capture-list", "comment comment",
        "conditionalCompilation conditional-compilation", "deferred defer", "earlyReturn early-return",
        "functionReference function-reference", "`inout` inout", "attempt local-function",
        "multilineString multiline-string", "nameConflict name-conflict", "nonescaping nonescaping-closure",
        "operatorWithoutCounterpart operator", "otherChain other-chain", "overridden overridden", "queue queue",
        "severalQueues queue", "raced raced", "storedPromise stored-promise", "`throwing` throwing",
        "unknownType unknown-type", "variadic variadic", "weakCapture weak-capture", "overridden override",
        "mutating mutating", "left google-then", "optional name-conflict", "early wrapped-chain", "split wrapped-chain",
      ])
  }

  @Test(arguments: UnchainBefore.programs.map(\.name)) func `a program does the same`(_ name: String) async throws {
    try await expectSameLines(name, before: UnchainBefore.programs, after: UnchainAfter.programs)
  }
}
