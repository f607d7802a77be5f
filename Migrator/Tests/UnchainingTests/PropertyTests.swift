import SourceEditing
import Testing

@testable import Unchaining

@Suite struct PropertyTests {
  /// Every generated file parses after the command, keeps its comments, and is not changed again.
  @Test(arguments: 0..<150) func `what comes out parses, and does not change again`(_ seed: UInt64) throws {
    var generator = ChainGenerator(seed: seed)
    let (source, functionCount) = generator.file()
    let contents = Array(source.utf8)
    let first = try Unchained(contents: contents)
    #expect(first.count + first.remarks.count == functionCount, "each function is rewritten or left:\n\(source)")
    let second = try Unchained(contents: Array(first.text.utf8))
    #expect(second.text == first.text)
    #expect(second.count == 0)
    #expect(second.reasons.sorted() == first.reasons.sorted(), "what was left is left again")
    for number in 0..<generator.commentCount {
      #expect(first.text.contains("comment \(number)."), "comment \(number) of:\n\(source)")
    }
    #expect(first.text.hasPrefix("\u{FEFF}") == source.hasPrefix("\u{FEFF}"))
    if source.contains("\r\n") {
      let bare = first.text.unicodeScalars.split(separator: "\n").dropLast().filter { $0.last != "\r" }
      #expect(bare.isEmpty, "all lines end as before")
    }
  }

  @Test func `the generator makes functions of both kinds`() throws {
    var counts = (rewritten: 0, left: 0)
    for seed in 0..<100 as Range<UInt64> {
      var generator = ChainGenerator(seed: seed)
      let result = try Unchained(generator.file().source)
      counts.rewritten += result.count
      counts.left += result.remarks.count
    }
    #expect(counts.rewritten > 50)
    #expect(counts.left > 0)
  }
}
