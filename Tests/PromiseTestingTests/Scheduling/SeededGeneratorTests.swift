import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct SeededGeneratorTests {
  @Test func `the numbers are those of SplitMix64`() {
    var generator = SeededGenerator(seed: 0)
    #expect(
      (0..<3).map { _ in generator.next() } == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    var other = SeededGenerator(seed: 1_234_567)
    #expect((0..<2).map { _ in other.next() } == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973])
  }

  @Test(arguments: [0, 1, -1, Int.max, Int.min]) func `a seed repeats its numbers`(_ seed: Int) {
    var (first, second) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
    var neighbor = SeededGenerator(seed: seed &+ 1)
    let numbers = (0..<10).map { _ in first.next() }
    #expect(numbers == (0..<10).map { _ in second.next() })
    #expect(numbers != (0..<10).map { _ in neighbor.next() })
  }
}
