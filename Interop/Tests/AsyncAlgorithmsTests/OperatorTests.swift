import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests that the operators of AsyncAlgorithms treat sequences of promises like sequences of plain values.
@Suite(.promises(timeLimit: .testLimit)) struct OperatorTests {
  /// Promises of the numbers, and a sequence of the plain numbers.
  let promises = (1...6).map { number in Promise { try await later(number) } }
  let plain = (1...6).async

  @Test func `chunks of promises match chunks of plain values`() async throws {
    let ours = try await Array(promises.inInputOrder.chunks(ofCount: 4))
    #expect(ours == [[1, 2, 3, 4], [5, 6]])
    #expect(await Array(plain.chunks(ofCount: 4)) == ours)
  }

  @Test func `both orders deliver all values`() async throws {
    #expect(try await Array(promises.inInputOrder) == Array(1...6))
    #expect(try await Set(promises.inCompletionOrder) == Set(1...6))
  }

  @Test func `operators preserve completion order`() async throws {
    let pending = (0..<4).map { _ in Cancellable() }
    var numbers = pending.map(\.promise).inCompletionOrder.removeDuplicates().makeAsyncIterator()
    for number in [2, 0, 3, 1] {
      pending[number].resolver.fulfill(number)
      #expect(try await numbers.next() == number)
    }
    #expect(try await numbers.next() == nil)
  }

  @Test func `zip combines the values of promises into tuples`() async throws {
    let squares = (1...6).concurrentMap(maxConcurrent: 2) { try await later($0 * $0) }
    let ours = try await Array(zip(promises.inInputOrder, squares).map { [$0, $1] })
    #expect(ours == (1...6).map { [$0, $0 * $0] })
    let mixed = try await Array(zip(promises.inInputOrder, plain, squares).map { [$0, $1, $2] })
    #expect(mixed == (1...6).map { [$0, $0, $0 * $0] })
  }

  @Test func `merge delivers all values`() async throws {
    let others = (7...12).concurrentMap(maxConcurrent: 3, order: .completion) { try await later($0) }
    #expect(try await Array(merge(promises.inCompletionOrder, others)).sorted() == Array(1...12))
    #expect(try await Set(merge(promises.inInputOrder, plain, others)) == Set(1...12))
  }

  @Test func `chain delivers one sequence after the other`() async throws {
    let others = (7...9).concurrentMap(maxConcurrent: 3) { try await later($0) }
    #expect(try await Array(chain(promises.inInputOrder, others)) == Array(1...9))
    #expect(try await Array(chain(others, plain)) == [7, 8, 9, 1, 2, 3, 4, 5, 6])
  }

  @Test func `combineLatest ends with the last value of each sequence`() async throws {
    let latest = combineLatest(promises.inInputOrder, ["a", "b"].async)
    var last: (Int, String)?
    for try await pair in latest { last = pair }
    #expect(last?.0 == 6 && last?.1 == "b")
  }

  @Test func `compacted and interspersed lose no value`() async throws {
    let halves = (1...6).concurrentMap(maxConcurrent: 3) { try await later($0.isMultiple(of: 2) ? $0 / 2 : nil) }
    #expect(try await Array(halves.compacted()) == [1, 2, 3])
    let ours = try await Array(promises.inInputOrder.interspersed(with: 0))
    #expect(await Array(plain.interspersed(with: 0)) == ours)
  }

  @Test func `reductions and removeDuplicates match those of plain values`() async throws {
    let sums = try await Array(promises.inInputOrder.reductions(+))
    #expect(sums == [1, 3, 6, 10, 15, 21])
    let thirds = (0..<9).concurrentMap(maxConcurrent: 4) { try await later($0 / 3) }
    #expect(try await Array(thirds.removeDuplicates()) == [0, 1, 2])
  }

  @Test func `operators and concurrentMap compose in both directions`() async throws {
    let chunks = plain.chunks(ofCount: 2).concurrentMap(maxConcurrent: 2) { try await later($0.reduce(0, +)) }
    #expect(try await Array(chunks.adjacentPairs().map { $0 + $1 }) == [10, 18])
    let merged = merge(plain, (7...9).async).concurrentMap(maxConcurrent: 4, order: .completion) { try await later($0) }
    #expect(try await Promise(collecting: merged).get().sorted() == Array(1...9))
  }

  @Test func `a shared sequence is iterated once`() async throws {
    let calls = Log<Int>()
    let shared = (1...6).concurrentMap(maxConcurrent: 2) { number in
      calls(number)
      return try await later(number)
    }.share()
    async let first = Array(shared)
    async let second = Array(shared)
    // A late reader misses earlier elements.
    let longest = max(try await first.count, try await second.count)
    #expect(longest == 6 && calls.entries.sorted() == Array(1...6))
  }

  @Test func `operators apply to a polling sequence`() async throws {
    let ticks = Counter(from: 1)
    let polled = poll(until: { $0 == 4 }, { try await later(ticks.next()) })
    #expect(try await Array(polled.chunks(ofCount: 3)) == [[1, 2, 3], [4]])
  }
}

func later<Value: Sendable>(_ value: Value) async throws -> Value {
  await Task.yield()
  return value
}
