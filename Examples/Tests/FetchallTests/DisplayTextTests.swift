import CommandLineSupport
import Testing

@Suite struct DisplayTextTests {
  @Test(arguments: [("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{301}", 0), ("👍🏽", 2), ("한", 2), ("ｱ", 1)])
  func `a text takes columns as on a terminal`(text: String, columns: Int) {
    #expect(text.columnCount == columns)
  }

  @Test(arguments: [
    ("abc", 5, "abc  "), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"),
    ("日本語", 4, "日… "), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a text is fitted to a number of columns`(text: String, columns: Int, fitted: String) {
    #expect(text.fitted(toColumns: columns) == fitted)
  }

  @Test func `characters that control the terminal are replaced`() {
    #expect("a\u{1B}[2Jb\n\r\tc\u{9B}d\u{202E}e\u{2028}f".printable == "a?[2Jb???c?d?e?f")
    #expect("Größe 日本 👨‍👩‍👧".printable == "Größe 日本 👨‍👩‍👧")
  }

  @Test(arguments: [
    (0, 4, "[--------]"), (1, 4, "[##------]"), (4, 4, "[########]"), (9, 4, "[########]"), (0, 0, "[########]"),
  ])
  func `a bar shows the completed part`(done: Int, total: Int, bar: String) {
    #expect(ProgressBar.text(done, of: total, columns: 10) == bar)
  }
}
