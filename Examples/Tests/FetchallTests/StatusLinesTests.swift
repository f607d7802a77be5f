import CommandLineSupport
import Testing

/// Tests with a terminal that understands the sequences that `StatusLines` uses.
@Suite struct StatusLinesTests {
  @Test func `the lines are replaced in place`() {
    var (terminal, lines) = (Terminal(columns: 20), StatusLines())
    terminal.write("before\n" + lines.replace(with: ["one", "two"], columns: 20))
    #expect(terminal.shown == ["before", "one", "two"])
    terminal.write(lines.replace(with: ["1"], columns: 20))
    #expect(terminal.shown == ["before", "1"])
    terminal.write(lines.replace(with: ["three", "four", "five"], columns: 20))
    #expect(terminal.shown == ["before", "three", "four", "five"])
  }

  @Test func `the lines are removed, together with the echo of an interrupt`() {
    var (terminal, lines) = (Terminal(columns: 20), StatusLines())
    terminal.write("before\n" + lines.replace(with: ["one", "two"], columns: 20))
    terminal.write("^C")
    terminal.write(lines.erase(columns: 20) + "after\n")
    #expect(terminal.shown == ["before", "after"])
  }

  @Test func `lines that a narrower terminal shows in several rows are removed`() {
    var (terminal, lines) = (Terminal(columns: 5), StatusLines())
    terminal.write("a\n" + lines.replace(with: ["1234567890123", "12345"], columns: 20))
    #expect(terminal.shown == ["a", "12345", "67890", "123", "12345"])
    terminal.write(lines.erase(columns: 5) + "b\n")
    #expect(terminal.shown == ["a", "b"])
  }

  @Test func `without lines, nothing is written to remove them`() {
    var lines = StatusLines()
    #expect(lines.erase(columns: 20) == "")
    _ = lines.replace(with: ["one"], columns: 20)
    _ = lines.erase(columns: 20)
    #expect(lines.erase(columns: 20) == "")
  }
}

/// A terminal, which wraps a line that reaches the last column when the next character arrives.
private struct Terminal {
  let columns: Int
  private var rows: [[Character]] = [[]]
  private var (row, column) = (0, 0)

  init(columns: Int) { self.columns = columns }

  /// The rows with text.
  var shown: [String] { rows.map { String($0) }.filter { !$0.isEmpty } }

  /// Interprets a text.
  mutating func write(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\n": newLine()
      case "\r": column = 0
      case "\u{1B}":
        let sequence = rest.prefix { !$0.isLetter }
        rest.removeFirst(sequence.count)
        control(rest.removeFirst(), Int(sequence.dropFirst()) ?? 1)
      default: put(character)
      }
    }
  }

  /// Moves to the beginning of the next row.
  private mutating func newLine() {
    (row, column) = (row + 1, 0)
    if row == rows.count { rows.append([]) }
  }

  /// Writes a character.
  private mutating func put(_ character: Character) {
    if column == columns { newLine() }
    while rows[row].count <= column { rows[row].append(" ") }
    rows[row][column] = character
    column += 1
  }

  /// Executes a sequence.
  private mutating func control(_ command: Character, _ count: Int) {
    switch command {
    case "A": row = max(0, row - count)
    case "J":
      rows.removeSubrange((row + 1)...)
      fallthrough
    case "K": rows[row] = Array(rows[row].prefix(column))
    default: Issue.record("unknown sequence: \(command)")
    }
  }
}
