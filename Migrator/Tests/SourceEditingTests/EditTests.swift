import SwiftSyntax
import Testing

@testable import SourceEditing

@Suite struct EditTests {
  private func edit(_ range: Range<Int>, _ text: String) -> Edit { Edit(range: range, replacement: text) }

  @Test func `edits are applied in the order of their places`() {
    #expect(Edit.apply([edit(4..<5, "E"), edit(0..<1, "A"), edit(2..<2, "-")], to: "abcdef") == "Ab-cdEf")
  }

  @Test func `insertions at the same place keep their order`() {
    let edits = ["1", "2", "3"].map { edit(1..<1, $0) }
    #expect(Edit.apply(edits, to: "ab") == "a123b")
  }

  @Test func `insertions before, between and after adjacent replacements are kept apart`() {
    let edits = [edit(2..<4, "XY"), edit(2..<2, "+"), edit(0..<2, "W"), edit(4..<4, "!"), edit(0..<0, "(")]
    #expect(Edit.apply(edits, to: "abcd") == "(W+XY!")
  }

  @Test func `edits at the ends of a text and removals work`() {
    #expect(Edit.apply([edit(0..<0, "a"), edit(1..<1, "c")], to: "b") == "abc")
    #expect(Edit.apply([edit(0..<3, "")], to: "abc") == "")
    #expect(Edit.apply([edit(0..<0, "a")], to: "") == "a")
    #expect(Edit.apply([], to: "a\r\nb") == "a\r\nb")
  }

  @Test func `offsets count bytes, and other text stays as it is`() {
    let text = "é👍🏽e\u{301}x"
    let offset = text.utf8.count - 1
    let edited = Edit.apply([edit(offset..<offset + 1, "ü")], to: text)
    #expect(Array(edited.utf8) == Array("é👍🏽e\u{301}ü".utf8))
  }

  @Test func `replacements get the line ending of the file`() {
    let edited = Edit.apply([edit(1..<1, "\n\nx\r\n")], to: "a\nb\r\n", lineEnding: .carriageReturnLineFeed)
    #expect(Array(edited.utf8) == Array("a\r\n\r\nx\r\n\nb\r\n".utf8))
  }

  @Test func `edits that overlap trap`() async {
    await #expect(processExitsWith: .failure) {
      _ = Edit.apply([Edit(range: 0..<2, replacement: ""), Edit(range: 1..<3, replacement: "")], to: "abc")
    }
  }

  @Test func `the edit of a node leaves the comments around it`() throws {
    let source = try SourceText("/* a */ let x = 1 // b\nlet y = 2\n")
    let statement = try #require(source.tree.statements.first)
    let edits = [
      Edit(replacing: statement, with: "var x = 3"),
      Edit(inserting: "\n// End.\n", at: source.tree.endPosition),
    ]
    #expect(Edit.apply(edits, to: source.text) == "/* a */ var x = 3 // b\nlet y = 2\n\n// End.\n")
  }

  /// Applies edits to generated texts, and compares with the pieces put together.
  @Test(arguments: 0..<200) func `generated edits give the pieces in order`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    var expected = ""
    var edits: [Edit] = []
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let piece = ["", "a", "é", "\r\n", "\n", "👍🏽"].randomElement(using: &random)!
      let isKept = Bool.random(using: &random)
      let start = text.utf8.count
      text += piece
      if isKept {
        expected += piece
      } else {
        let replacement = ["", "x", "yy\n"].randomElement(using: &random)!
        edits.append(edit(start..<text.utf8.count, replacement))
        expected += replacement
      }
    }
    // An insertion at the beginning of a replacement comes before it, so the order of insertions matters only among them.
    #expect(Array(Edit.apply(edits, to: text).utf8) == Array(expected.utf8))
  }
}
