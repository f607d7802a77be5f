import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A consumer that waits for the first result and for the next element of its input, whichever is available first.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct ConcurrentMapSlowInputTests {
  private let asked = (0..<3).map { _ in Gate() }
  private let elements = (0..<3).map { _ in Promise<Int?>.pending() }
  private let results = (0..<3).map { _ in Promise<Int>.pending() }
  private let seen = Log<Int>()
  private let stage = Stage()

  /// Starts the consumer. Returns when it waits for the first result and for the second element.
  private func read() async throws -> Task<Void, any Error> {
    let count = Counter()
    let input = AsyncThrowingStream { [asked, elements] () async throws -> Int? in
      let number = count.next()
      asked[number].open()
      return try await elements[number].promise.get()
    }
    let task = await stage.start { [results, seen] stage in
      var iterator = input.concurrentMap(maxConcurrent: 3) { results[$0].promise }.makeAsyncIterator()
      while let value = try await iterator.next(isolation: stage) { seen(value) }
    }
    elements[0].resolver.fulfill(0)
    try await isWaiting(forElement: 1)
    return task
  }

  /// Returns when the consumer waits for this element, and the result of the previous element has been requested.
  private func isWaiting(forElement number: Int) async throws {
    while results[number - 1].promise.any.observerCount == 0 { await Task.yield() }
    // The element is requested in the same step in which the consumer suspends.
    try await asked[number].opened()
    await stage.allSuspended()
  }

  private func seen(_ values: [Int]) async {
    while seen.count < values.count { await Task.yield() }
    #expect(seen.entries == values)
  }

  @Test func `a result is delivered before the next element is available`() async throws {
    let task = try await read()
    // The step that reads the next element is part of the test.
    let pending = PromiseDiagnostics.pendingPromises().promises
    #expect(pending.contains { $0.operation == "concurrentMap" && $0.dependencies.contains(.task(name: nil)) })
    results[0].resolver.fulfill(10)
    await seen([10])
    elements[1].resolver.fulfill(nil)
    try await task.value
    #expect(seen.entries == [10])
  }

  @Test func `the next element is read before a result is available`() async throws {
    let task = try await read()
    elements[1].resolver.fulfill(1)
    try await isWaiting(forElement: 2)
    results[1].resolver.fulfill(20)
    results[0].resolver.fulfill(10)
    await seen([10, 20])
    elements[2].resolver.fulfill(nil)
    try await task.value
    #expect(seen.entries == [10, 20])
  }

  @Test func `canceling the consumer cancels the running calls`() async throws {
    let task = try await read()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(results[0].resolver.isCancelled && elements[1].promise.isPending)
    #expect(seen.entries == [])
  }
}
