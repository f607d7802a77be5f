import Testing

@testable import SourceEditing

struct NestingDepthTests {
  private static let count = 10_000

  private func repeated(_ text: String) -> String { String(repeating: text, count: Self.count) }

  @Test(arguments: [
    ("let a = ", "[", "]"), ("let a = ", "(", ")"), ("let a = ", "{ ", " }"), ("", "if a { ", "}"),
    ("", "func f() { ", "}"), ("let a = ", "b[", "]"), ("let a = ", "f(a: [", "])"), ("let a: ", "[", "]"),
    ("let a: ", "A<", ">"), ("let a: ", "(A) -> ", ""), ("let a = ", #""\("#, #")""#),
    ("let a = ", ##"#"\#("##, ##")"#"##),
    ("let a = ", "\"\"\"\n\\(", ")\n\"\"\""), ("", "{\n", "}\n"), ("// (\n\"(\" + ", "[/* ] */\"]\"", "]"),
  ])
  func `code that is nested too deeply is refused before it is parsed`(start: String, open: String, close: String) {
    for text in [start + repeated(open) + "a" + repeated(close) + "\n", start + repeated(open)] {
      #expect {
        try SourceText(text)
      } throws: { error in
        if case .tooDeep? = error as? SourceError { true } else { false }
      }
    }
  }

  @Test(arguments: [
    "\"[\", ", "\"\\\"[\", ", #"#"["[\("#, "#, ", "\"\"\"\n  [ \"\" [\n  \"\"\", ", "/* [ /* [ */ [ */ ", "// [\n",
    "\"\\(f(\"(\")) (\", ",
    "\"\", \"[\", ", "f(), ", "a < b, ", "a > b, ", "[[]], ",
  ])
  func `brackets in texts and comments do not count, nor do those that end`(element: String) {
    #expect(NestingDepth.firstOffsetTooDeep(in: "let a = [\n" + repeated(element) + "\n]\n") == nil)
    #expect(
      NestingDepth.firstOffsetTooDeep(in: "[" + repeated(element) + "\n" + String(repeating: "[", count: 249)) == nil)
    #expect(
      NestingDepth.firstOffsetTooDeep(in: "[" + repeated(element) + "\n" + String(repeating: "[", count: 250)) != nil)
  }

  @Test func `functions with results, one per line, are not nested`() throws {
    let text = "protocol A {\n" + String(repeating: "  func f() -> [A<B>]\n", count: 1_000) + "}\n"
    #expect(try SourceText(text).text == text)
  }

  @Test func `the place of the first bracket that is too deep is reported`() {
    let text = "let a =\n" + String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    #expect(throws: SourceError.tooDeep(line: 2, column: 251)) { try SourceText(text) }
  }
}
