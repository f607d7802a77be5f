import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `compactMap`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CompactMapTests {
  @Test func `compactMap rejects when the function returns nil or throws`() async throws {
    #expect(try await Promise.value("1").compactMap { try await parse($0) }.get() == 1)
    #expect(try await Guarantee.value("1").compactMap { try await parse($0) }.get() == 1)
    await #expect(throws: PromiseError.compactMap("x", Int.self)) {
      try await Promise.value("x").compactMap { try await parse($0) }.get()
    }
    await #expect(throws: TestError.one) {
      try await Promise.value("").compactMap { _ -> Int? in try await fail() }.get()
    }
  }
}

private func parse(_ text: String) async throws -> Int? {
  await Task.yield()
  return Int(text)
}
