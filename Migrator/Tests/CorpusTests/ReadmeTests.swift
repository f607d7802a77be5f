import Foundation
import Leaving
import SourceEditing
import Testing
import Unchaining

@Suite struct ReadmeTests {
  private func readme() throws -> String {
    let migrator = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: migrator.appendingPathComponent("README.md"), encoding: .utf8)
  }

  /// The blocks of Swift in README.md, in order.
  private func blocks() throws -> [String] {
    try readme().components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }

  @Test(arguments: LeaveReason.Kind.allCases) func `the README says what to do about a reason`(
    _ kind: LeaveReason.Kind
  ) throws {
    #expect(try readme().contains("`\(kind.rawValue)`"))
  }

  @Test func `the second block of the README is what unchain makes of the first`() throws {
    let blocks = try blocks()
    try #require(blocks.count == 4)
    let header = "import PromiseConcurrency\n\n"
    let source = try SourceText(header + blocks[0])
    let rewriter = UnchainRewriter()
    let rewriting = rewriter.rewriteAll([source])[0]
    #expect(String(decoding: try source.applying(rewriting.edits), as: UTF8.self) == header + blocks[1])
  }

  @Test func `the fourth block of the README is the third without promises`() throws {
    let blocks = try blocks()
    try #require(blocks.count == 4)
    func function(_ body: String) -> String { "func all(_ id: Int) async throws {\n\(body)}\n" }
    let forms = """
      func user(_ id: Int) async throws {}
      func user(_ id: Int) -> Promise<Void> { Promise { try await user(id) } }

      """
    let imports = "import PromiseConcurrency\n"
    var source = try SourceText(imports + forms + function(blocks[2]))
    for rewriter in [PlainSwiftRewriter() as any Rewriter, LeavingRewriter()] {
      source = try SourceText(path: source.path, contents: source.applying(rewriter.rewriteAll([source])[0].edits))
    }
    #expect(source.text == "func user(_ id: Int) async throws {}\n" + function(blocks[3]))
  }

  @Test(arguments: ["promise-form", "promise"]) func `the README says what to do about what keeps a promise`(
    reason: String
  ) throws {
    #expect(try readme().contains("| `\(reason)` |"))
  }
}
