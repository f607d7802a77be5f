import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests that calls of functions with the same name in both modules and the standard library are not ambiguous. Most of
/// this test is that it compiles.
@Suite(.promises(timeLimit: .testLimit)) struct NameTests {
  let numbers = chain((1...2).async, (3...4).async)
  let promises = (1...4).map { Promise.value($0) }

  @Test func `reduce and first on a sequence are those of the standard library`() async throws {
    let sum = await numbers.reduce(0, +)
    #expect(sum == 10)
    let into = await numbers.reduce(into: 0) { $0 += $1 }
    #expect(into == 10)
    let closure = await numbers.reduce(0) { $0 + $1 }
    #expect(closure == 10)
    let first = await numbers.first { $0 > 1 }
    #expect(first == Optional(2))
    let byLabel = await numbers.first(where: { $0 > 1 })
    #expect(byLabel == Optional(2))
    let ours = try await promises.inInputOrder.reduce(0) { $0 + $1 }
    #expect(ours == 10)
  }

  @Test func `initializers create promises from sequences`() async throws {
    #expect(try await Promise(first: numbers).get() == 1)
    #expect(try await Promise(first: numbers) { $0 > 1 }.get() == 2)
    #expect(try await Promise(last: numbers).get() == 4)
    #expect(try await Promise(reducing: numbers, 0) { $0 + $1 }.get() == 10)
    #expect(try await Promise(collecting: numbers).get() == [1, 2, 3, 4])
    #expect(try await Promise(collecting: promises.inCompletionOrder).get().sorted() == [1, 2, 3, 4])
    try await Promise(forEach: numbers) { _ in }.get()
  }

  @Test func `functions of the same name in different modules are not ambiguous`() async throws {
    #expect(try await race(promises[0], promises[0]).get() == 1)
    #expect(Array(zip([1], ["a"])).count == 1)
    #expect(await Array(zip([1].async, ["a"].async)).count == 1)
    #expect(try await when(fulfilled: promises).get() == [1, 2, 3, 4])
  }

  @Test func `standard library operators apply to sequences of promises`() async throws {
    let doubled = promises.inInputOrder.map { $0 * 2 }.filter { $0 > 2 }.prefix(2)
    #expect(try await Array(doubled) == [4, 6])
    let compact: [Int] = try await Array(promises.inInputOrder.compactMap { $0 > 2 ? $0 : nil })
    #expect(compact == [3, 4])
  }
}
