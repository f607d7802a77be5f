import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `thenMap`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ThenMapTests {
  @Test func `thenMap transforms all elements concurrently and keeps their order`() async throws {
    let gates = [Gate(), Gate(), Gate()]
    // Each call waits for the next one, so sequential calls would never end.
    let promise = Promise.value([0, 1, 2]).thenMap { index -> Int in
      if index < 2 { try await gates[index + 1].opened() }
      gates[index].open()
      return index * 10
    }
    #expect(try await promise.get() == [0, 10, 20])
    #expect(try await Guarantee.value([1, 2]).thenMap { try await twice($0) }.get() == [2, 4])
    #expect(try await Promise.value([Int]()).thenMap { try await twice($0) }.get() == [])
    await #expect(throws: TestError.one) { try await Promise.value([1, -1]).thenMap { try await twice($0) }.get() }
  }
}
