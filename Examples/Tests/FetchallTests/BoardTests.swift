import Testing

@testable import fetchall

@Suite struct BoardTests {
  private let a = file("a", number: 0)
  private let b = file("b", number: 1)
  private let c = file("c", number: 2)

  @Test func `a download keeps its row, and leaves it to the next one`() {
    var board = Board()
    board.start(a)
    board.start(b)
    board.remove(a)
    #expect(board.rows.map { $0?.file.name } == [nil, "b"])
    board.start(c)
    #expect(board.rows.map { $0?.file.name } == ["c", "b"])
  }

  @Test func `the next attempt begins in the same row without bytes`() {
    var board = Board()
    board.start(a)
    board.start(b)
    board.update(a) { $0 = Board.Row(file: a, bytes: 5, size: 9, isWaiting: true) }
    board.start(a)
    #expect(board.rows == [Board.Row(file: a), Board.Row(file: b)])
  }

  @Test func `a report about a download that has ended is ignored`() {
    var board = Board()
    board.start(a)
    board.remove(a)
    board.update(a) { $0.bytes = 5 }
    #expect(board.rows == [nil])
  }

  @Test func `the bytes of running downloads count`() {
    var board = Board()
    board.tally.bytes = 100
    board.start(a)
    board.update(a) { $0.bytes = 5 }
    #expect(board.bytes == 105)
  }
}
