import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// The vocabulary: sequences, queues and clocks.
@Suite(.sharingProcessors) struct VocabularySequences {
  private func numbers(_ last: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...last { continuation.yield(number) }
      continuation.finish()
    }
  }

  private func all<Values: AsyncSequence>(_ values: Values) async throws -> [Values.Element] {
    try await values.reduce(into: []) { $0.append($1) }
  }

  // MARK: Promises of async sequences

  @Test func `a promise is created from an async sequence`() async throws {
    let promises = [
      Promise(first: numbers(3)), Promise(first: numbers(3)) { $0 > 1 }, Promise(first: numbers(3), where: { $0 > 2 }),
      Promise(last: numbers(3)), Promise(collecting: numbers(3)).map { $0.count },
      Promise(reducing: numbers(3), 0) { $0 + $1 }, Promise(forEach: numbers(3)) { _ in await Task.yield() }.map { 7 },
    ]
    #expect(try await when(fulfilled: promises).get() == [1, 2, 3, 3, 3, 6, 7])
  }

  // MARK: Async sequences of promises

  @Test func `promises are iterated as an async sequence`() async throws {
    let users = [fetchUser(1), fetchUser(2)]
    #expect(try await all(users.inInputOrder).map(\.id) == [1, 2])
    #expect(try await all(users.inCompletionOrder).count == 2)
    #expect(try await all([1, 2, 3].concurrentMap(maxConcurrent: 2) { fetchUser($0) }).map(\.id) == [1, 2, 3])
    let unordered = (1...5).concurrentMap(maxConcurrent: 2, order: .completion) { try await fetchUser($0).get().id }
    #expect(try await all(unordered).sorted() == [1, 2, 3, 4, 5])
    #expect(try await all(numbers(3).concurrentMap(maxConcurrent: 2) { fetchUser($0) }).map(\.id) == [1, 2, 3])
    var names: [String] = []
    for try await user in users.inInputOrder {
      names.append(user.name)
      break
    }
    #expect(names == ["Ada"])
  }

  // MARK: progress.updates, poll(interval:until:)

  @Test func `progress and polling are iterated as async sequences`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    resolver.fulfill(1)
    for await snapshot in promise.progress.updates { #expect(snapshot.fractionCompleted >= 0) }
    let notes = Notes()
    let counts = poll(interval: 0, until: { $0 == 3 }) { () async throws -> Int in
      notes.take("")
      return notes.lines.count
    }
    #expect(try await all(counts) == [1, 2, 3])
    for try await user in poll(interval: 60, { fetchUser(1) }) {
      #expect(user.id == 1)
      break
    }
  }

  // MARK: PromiseQueue

  @Test func `a promise queue with a limit of one runs its elements in order`() async throws {
    let queue = PromiseQueue(maxConcurrent: 1)
    let notes = Notes()
    for number in 0..<10 {
      queue.add {
        await Task.yield()
        notes.take("\(number)")
      }
    }
    #expect(try await queue.add { try await fetchUser(1).get().id }.map { $0 + 1 }.get() == 2)
    #expect(try await queue.add { fetchUser(1) }.get().name == "Ada")
    #expect(notes.lines == (0..<10).map { "\($0)" })
    queue.cancelAll()
    #expect(queue.unfinishedCount == 0)
  }

  // MARK: any Clock

  @Test func `delays, timeouts and retries use any clock`() async throws {
    let clock: any Clock<Duration> = ContinuousClock()
    await after(.seconds(0.001), clock: clock).get()
    await after(.milliseconds(1), clock: SuspendingClock()).get()
    #expect(
      try await fetchUser(1).delay(.seconds(0.001), clock: clock).timeout(.seconds(60), clock: clock).get().id == 1)
    #expect(
      try await fetchUser(1).delay(.milliseconds(1), clock: clock).get(timeout: .seconds(60), clock: clock).id == 1)
    #expect(try await retry(attempts: 1, delay: .seconds(0.001).measured(by: clock)) { fetchUser(1) }.get().id == 1)
    try await until(interval: .seconds(0.001).measured(by: clock)) { Promise.value(true) }.get()
  }
}
