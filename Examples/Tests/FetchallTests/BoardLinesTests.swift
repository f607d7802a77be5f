import CommandLineSupport
import Testing

@testable import fetchall

@Suite struct BoardLinesTests {
  /// A board with a row of each kind.
  private var board: Board {
    var board = Board()
    board.tally = Tally(total: 8, downloaded: 3, alreadyThere: 1, bytes: 1_000)
    let rows: [(name: String, bytes: Int, size: Int?, isWaiting: Bool)] = [
      ("half.bin", 500, 1_000, false), ("unknown.bin", 700, nil, false), ("again.bin", 0, nil, true),
      ("日本語の名前のとても長いファイル.bin", 2_000, 2_000, false),
    ]
    for (number, row) in rows.enumerated() {
      let file = file(row.name, number: number)
      board.start(file)
      board.update(file) { $0 = Board.Row(file: file, bytes: row.bytes, size: row.size, isWaiting: row.isWaiting) }
    }
    return board
  }

  @Test func `there is a total, and a bar for each running download`() {
    let lines = BoardLines(board: board).text(columns: 61, count: 10)
    #expect(
      lines == [
        "[###############---------------] 4/8 files, 4.2 kB",
        "half.bin              [##########----------]  50%      500 B",
        "unknown.bin                                            700 B",
        "again.bin             waiting to try again                  ",
        "日本語の名前のとても… [####################] 100%     2.0 kB",
      ])
  }

  @Test(arguments: 0...130) func `a line is never wider than the terminal`(columns: Int) {
    for line in BoardLines(board: board).text(columns: columns, count: 10) {
      #expect(line.columnCount <= columns)
    }
  }

  @Test(arguments: 0...6) func `there are never more lines than the terminal has`(count: Int) {
    #expect(BoardLines(board: board).text(columns: 80, count: count).count == min(count, 5))
  }

  @Test func `failures are part of the total`() {
    var board = Board()
    board.tally = Tally(total: 2, failures: [Failure(number: 0, name: "a", text: "b")])
    #expect(BoardLines(board: board).text(columns: 80, count: 9)[0].hasSuffix(" 1/2 files, 1 failed, 0 B"))
  }

  @Test func `a size that is too small, or zero, is a full bar`() {
    var board = Board()
    board.start(file("a"))
    board.update(file("a")) { $0 = Board.Row(file: $0.file, bytes: 5, size: 0) }
    #expect(BoardLines(board: board).text(columns: 80, count: 9)[1].contains("#] 100%"))
  }
}
