import SwiftSyntax
import Testing

@testable import SourceEditing

@Suite struct SourceTextTests {
  private let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  @Test func `a byte-order mark is no part of the text, and is kept`() throws {
    let source = try SourceText(path: "A.swift", contents: mark + Array("let a = 1\n".utf8))
    #expect(source.hasByteOrderMark)
    #expect(source.text == "let a = 1\n")
    #expect(
      try source.applying([Edit(range: 4..<5, replacement: "b")]) == mark + Array("let b = 1\n".utf8))
    #expect(try !SourceText("let a = 1\n").hasByteOrderMark)
  }

  @Test func `edits keep carriage returns, tabs and odd characters`() throws {
    let text = "func f() {\r\n\tlet a = \"é\u{0301}\"\r\n}\n"
    let source = try SourceText(text)
    #expect(source.lineEnding == .carriageReturnLineFeed)
    #expect(source.indentation.unit == "\t")
    let edited = try source.applying([Edit(range: 10..<10, replacement: "\n\tprint(1)")])
    #expect(edited == Array("func f() {\r\n\tprint(1)\r\n\tlet a = \"é\u{0301}\"\r\n}\n".utf8))
    #expect(try source.applying([]) == Array(text.utf8))
  }

  @Test(arguments: [[0x6C, 0xFF, 0x0A], [0x61, 0x00, 0x0A], [0xC3], [0xFF, 0xFE, 0x61, 0x00]] as [[UInt8]])
  func `what is not UTF-8 text is refused`(contents: [UInt8]) {
    #expect(throws: SourceError.notText) { try SourceText(path: "A.swift", contents: contents) }
  }

  @Test func `a text that does not parse is refused with the place of the error`() {
    #expect {
      try SourceText("let a = 1\nfunc f( {}\n")
    } throws: { error in
      guard case .doesNotParse(let line, let column, let message)? = error as? SourceError else { return false }
      return line == 2 && column > 1 && !message.isEmpty
    }
  }

  @Test func `edits whose result would not parse are refused`() throws {
    let source = try SourceText("let a = 1\n")
    #expect(throws: SourceError.self) { try source.applying([Edit(range: 6..<7, replacement: "= =")]) }
  }

  @Test(arguments: ["", "\n", "#!/usr/bin/env swift\nprint(1)\n", "let a = 1", "// only a comment"])
  func `texts without declarations are read`(text: String) throws {
    #expect(try SourceText(text).text == text)
  }

  @Test func `lines and columns are counted from 1, columns in bytes`() throws {
    let source = try SourceText("let é = 1\r\nlet b = 2\n")
    let locations = source.tree.statements.map { source.location(of: $0.positionAfterSkippingLeadingTrivia) }
    #expect(locations.map(\.line) == [1, 2])
    #expect(locations.map(\.column) == [1, 1])
    #expect(source.location(of: AbsolutePosition(utf8Offset: 7)).column == 8)
  }

  @Test func `the line of every offset is the number of line feeds before it`() throws {
    for text in ["", "\n", "a", "a\n\nb\r\n\n", "\n\n\na\nb"] {
      let source = try SourceText(text)
      for offset in 0...text.utf8.count {
        let lines = text.utf8.prefix(offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let location = source.location(of: AbsolutePosition(utf8Offset: offset))
        #expect(location.line == lines.count)
        #expect(location.column == lines.last!.count + 1)
      }
    }
  }

  @Test func `a text mentions the words that it contains`() throws {
    let source = try SourceText("let ana = banana // fiancé\n")
    for word in ["let", "anana", "banana", "a", "é\n"] { #expect(source.mentions(word), "\(word)") }
    for word in ["Let", "ananas", "bananb", "e\n", "é\n\n"] { #expect(!source.mentions(word), "\(word)") }
    #expect(source.mentions("x", "fian"))
    #expect(try !SourceText("").mentions("a"))
  }

  @Test func `a remark is one line like that of a compiler`() throws {
    let source = try SourceText("let a = 1\n  let b = 2\n", path: "Folder/A File.swift")
    let second = try #require(source.tree.statements.last)
    let left = Remark(.left, in: source, at: second, reason: "a-reason", message: "A sentence.")
    #expect("\(left)" == "Folder/A File.swift:2:3: left: A sentence. [a-reason]")
    let note = Remark(.note, path: "A.swift", line: 1, column: 2, reason: "other", message: "B.")
    #expect("\(note)" == "A.swift:1:2: note: B. [other]")
  }

  @Test(arguments: [
    (SourceError.notText, 1, 1, "not-text"),
    (.unreadable(reason: "R."), 1, 1, "unreadable"),
    (.unwritable(reason: "R."), 1, 1, "unwritable"),
    (.changedMeanwhile, 1, 1, "changed-meanwhile"),
    (.doesNotParse(line: 3, column: 4, message: "m"), 3, 4, "does-not-parse"),
    (.tooDeep(line: 3, column: 4), 3, 4, "does-not-parse"),
  ])
  func `the remark about an error has its place and its reason`(error: SourceError, line: Int, column: Int, id: String)
  {
    let remark = Remark(error, path: "A.swift")
    #expect(remark.kind == .left)
    #expect((remark.line, remark.column) == (line, column))
    #expect(remark.reason == id)
    #expect(remark.message == error.description)
  }

  @Test func `an explanation is printed with the first of the remarks that have it`() {
    let remarks = [("a", "why"), ("b", nil), ("c", "how"), ("d", "why"), ("e", "how")].map { message, explanation in
      Remark(.note, path: "A.swift", line: 1, column: 2, reason: "r", message: message, explanation: explanation)
    }
    #expect(
      remarks.lines == ["a why", "b", "c how", "d", "e"].map { "A.swift:1:2: note: \($0) [r]" })
  }
}
