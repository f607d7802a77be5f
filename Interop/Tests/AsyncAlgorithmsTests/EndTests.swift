import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// How an iteration of ours ends inside an operator of theirs: by an error, by leaving early, by cancelling.
@Suite(.promises, .timeLimit(.minutes(5))) struct EndTests {
  typealias Numbers = PromiseSequence<Int>

  /// The operators, each of which adds its own way to end what is within.
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

  // Not `buffer`, the last one, whose task goes on when the loop is left: in 1.1.4 it keeps the storage that would end it.
  @Test(arguments: operators.indices.dropLast()) func leavingEarlyCancelsTheRest(_ index: Int) async throws {
    let rest = Cancellable()
    try await Self.operators[index]([Promise.value(1), .value(2), rest.promise].inInputOrder)
    try await rest.cancelled.opened()
    #expect(rest.promise.isCancelled)
  }

  @Test(arguments: operators.indices) func anErrorEndsItAndCancelsTheRest(_ index: Int) async throws {
    let rest = Cancellable()
    let promises = [rest.promise, Promise(error: TestError.one)]
    await #expect(throws: TestError.one) { try await Self.operators[index](promises.inCompletionOrder) }
    try await rest.cancelled.opened()
  }

  @Test(arguments: operators.indices) func cancellingTheTaskCancelsThePromises(_ index: Int) async throws {
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
  }

  @Test func whatCameBeforeTheErrorIsHandedOut() async throws {
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

  @Test func anErrorOfTheirsEndsOurs() async throws {
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
