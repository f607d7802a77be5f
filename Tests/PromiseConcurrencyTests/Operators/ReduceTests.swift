import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `reduce`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ReduceTests {
  private let log = Log<String>()

  @Test func `reduce combines one item at a time`() async throws {
    let sum = Promise.value(1).reduce([2, 3]) { [log] sum, number in
      log("\(sum)+\(number)")
      return try await twice(sum) + number
    }
    #expect(try await sum.get() == 11)
    #expect(log.entries == ["1+2", "4+3"])
    #expect(try await Guarantee.value(1).reduce([2, 3]) { try await twice($0) + $1 }.get() == 11)
    #expect(try await Promise.value(1).reduce([]) { (sum, _: Int) in try await twice(sum) }.get() == 1)
    await #expect(throws: TestError.one) {
      try await Promise.value(-1).reduce([1]) { sum, _ in try await twice(sum) }.get()
    }
  }
}
