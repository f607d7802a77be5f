import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests how an iteration over promises ends inside an operator of AsyncAlgorithms: by an error, an early exit, or
/// cancellation.
@Suite(.promises(timeLimit: .testLimit)) struct EndTests {
  typealias Numbers = PromiseSequence<Int>

  /// The operators, each with its own way to end the upstream iteration.
  static let operators: [@Sendable (Numbers) async throws -> Void] = [
    { for try await _ in $0 { return } },
    { for try await _ in $0.chunks(ofCount: 1) { return } },
    { for try await _ in $0.adjacentPairs() { return } },
    { for try await _ in $0.interspersed(with: 0) { return } },
    { for try await _ in $0.removeDuplicates() { return } },
    { for try await _ in zip($0, (0..<9).async) { return } },
    { for try await _ in chain($0, (0..<9).async) { return } },
    { for try await _ in merge($0, AsyncChannel<Int>()) { return } },
    { for try await _ in combineLatest($0, [0].async) { return } },
    { for try await _ in $0.buffer(policy: .bounded(1)) { return } },
  ]

  // Excludes `buffer`, the last one. In 1.1.4 its task continues after the loop has ended, because the task retains the
  // storage that would end it when released.
  @Test(arguments: operators.indices.dropLast())
  func `leaving a loop early cancels the remaining promises`(_ index: Int) async throws {
    let rest = Cancellable()
    try await Self.operators[index]([Promise.value(1), .value(2), rest.promise].inInputOrder)
    try await rest.cancelled.opened()
    #expect(rest.promise.isCancelled)
  }

  @Test(arguments: operators.indices)
  func `an error ends the iteration and cancels the remaining promises`(_ index: Int) async throws {
    let rest = Cancellable()
    let promises = [rest.promise, Promise(error: TestError.one)]
    await #expect(throws: TestError.one) { try await Self.operators[index](promises.inCompletionOrder) }
    try await rest.cancelled.opened()
  }

  @Test(arguments: operators.indices)
  func `canceling the task cancels the promises`(_ index: Int) async throws {
    let rest = Cancellable()
    let begun = Gate()
    let task = Task {
      try await Self.operators[index](
        (0..<1).concurrentMap(maxConcurrent: 1) { _ in
          begun.open()
          return rest.promise
        })
    }
    try await begun.opened()
    task.cancel()
    try await rest.cancelled.opened()
    _ = await task.result
    #expect(rest.promise.isCancelled)
  }

  @Test func `values before an error are delivered`() async throws {
    let seen = Log<Int>()
    let numbers = (1...9).concurrentMap(maxConcurrent: 3) { number in
      if number == 4 { throw TestError.one }
      return try await later(number)
    }
    await #expect(throws: TestError.one) {
      for try await number in chain(numbers, (10...12).async) { seen(number) }
    }
    #expect(seen.entries == [1, 2, 3])
  }

  @Test func `an error of an upstream sequence ends the derived sequence`() async throws {
    let channel = AsyncThrowingChannel<Int, any Error>()
    let doubled = channel.concurrentMap(maxConcurrent: 3) { try await later($0 * 2) }
    let sending = Task {
      await channel.send(1)
      await channel.send(2)
      channel.fail(TestError.one)
    }
    let seen = Log<Int>()
    await #expect(throws: TestError.one) { for try await number in doubled { seen(number) } }
    #expect(seen.entries == [2, 4])
    await sending.value
  }
}
