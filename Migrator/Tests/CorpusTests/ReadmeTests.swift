import Foundation
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
    try #require(blocks.count == 2)
    let header = "import PromiseConcurrency\n\n"
    let source = try SourceText(header + blocks[0])
    let rewriter = UnchainRewriter()
    let rewriting = rewriter.rewriteAll([source])[0]
    #expect(String(decoding: try source.applying(rewriting.edits), as: UTF8.self) == header + blocks[1])
  }
}
