import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Iteration over promises: in input order, over a single promise, and with `concurrentMap`. (`CompletionOrderTests`
/// tests `inCompletionOrder`, and `AsyncSequenceTests` tests `poll`.)
@Suite(.promises(timeLimit: .testLimit)) struct PromiseSequenceTests {
  private let log = Log<Int>()

  // MARK: In input order

  @Test func `values are delivered in the order of the input`() async throws {
    let pending = (0..<4).map { _ in Promise<Int>.pending() }
    for number in [2, 0, 3, 1] { pending[number].resolver.fulfill(number) }
    #expect(try await all(pending.map(\.promise).inInputOrder) == [0, 1, 2, 3])
    #expect(try await all([Promise<Int>]().inInputOrder) == [])
    #expect(try await all([Guarantee.value(1), .value(2)].inInputOrder) == [1, 2])
  }

  @Test func `an error is delivered in order and cancels the remaining promises`() async throws {
    let (slow, resolver) = Promise<Int>.pending()
    var iterator = [Promise.value(1), Promise(error: TestError.one), slow].inInputOrder.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: TestError.one) { try await iterator.next() }
    #expect(resolver.isCancelled)
    #expect(try await iterator.next() == nil)
  }

  @Test func `errors of the remaining promises are not reported`() async throws {
    let reported = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let (late, resolver) = Promise<Int>.pending()
      for try await _ in [Promise.value(1), late, Promise(error: TestError.one)].inInputOrder { break }
      resolver.reject(TestError.two)
    }
    #expect(reported.entries == [])
  }

  // MARK: A single promise

  @Test func `a single promise can be iterated`() async throws {
    #expect(try await all([Promise.value(1)].inInputOrder) == [1])
    #expect(try await all([Guarantee.value(2)].inInputOrder) == [2])
    await #expect(throws: TestError.one) { try await all([Promise<Int>(error: TestError.one)].inInputOrder) }
    let (promise, resolver) = Promise<Int>.pending()
    let task = Task { try await all([promise].inInputOrder) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(resolver.isCancelled)
  }

  // MARK: Concurrent map

  @Test func `concurrentMap calls the function only when the consumer requests a value`() async throws {
    let sequence = (0..<10).concurrentMap(maxConcurrent: 3) { [log] number in
      log(number)
      return Promise.value(number)
    }
    #expect(log.entries == [])
    var iterator = sequence.makeAsyncIterator()
    #expect(log.entries == [])
    #expect(try await iterator.next() == 0)
    #expect(log.entries.allSatisfy { $0 < 3 })
    #expect(try await iterator.next() == 1)
    #expect(log.entries.allSatisfy { $0 < 4 })
  }

  @Test(arguments: [PromiseOrder.input, .completion])
  func `at most maxConcurrent calls run concurrently`(_ order: PromiseOrder) async throws {
    let crowd = Crowd()
    let sequence = (0..<100).concurrentMap(maxConcurrent: 4, order: order) { number in
      crowd.enter()
      await Task.yield()
      crowd.leave()
      return number
    }
    let values = try await all(sequence)
    #expect((order == .input ? values : values.sorted()) == Array(0..<100))
    #expect((1...4).contains(crowd.most))
  }

  @Test func `completion order delivers each value as soon as it is available`() async throws {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    var iterator = (0..<3).concurrentMap(maxConcurrent: 3, order: .completion) { pending[$0].promise }
      .makeAsyncIterator()
    for number in [1, 2, 0] {
      pending[number].resolver.fulfill(number)
      #expect(try await iterator.next() == number)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func `concurrentMap accepts an infinite sequence`() async throws {
    var seen: [Int] = []
    for try await number in Numbers().concurrentMap(maxConcurrent: 2, { $0 * 2 }) {
      seen.append(number)
      if seen.count == 5 { break }
    }
    #expect(seen == [0, 2, 4, 6, 8])
  }

  @Test func `leaving the loop cancels the running calls`() async throws {
    let isCancelled = Gate()
    for try await number in (0..<10).concurrentMap(
      maxConcurrent: 2,
      { number in
        if number > 0 {
          do { try await suspendUntilCanceled() } catch { isCancelled.open() }
        }
        return number
      })
    {
      #expect(number == 0)
      break
    }
    try await isCancelled.opened()
  }

  @Test func `canceling the consumer while the function returns a promise cancels that promise`() async throws {
    for _ in 0..<many(2000) {
      let (inner, resolver) = Promise<Int>.pending()
      let hasReturned = Gate()
      // `inner.get()` is not used, because it would be a second consumer and keep the promise from being canceled.
      let isCanceled = Gate()
      resolver.onCancel { isCanceled.open() }
      let sequence = [1].concurrentMap(maxConcurrent: 1) { _ -> Promise<Int> in
        await Task.yield()
        hasReturned.open()
        return inner
      }
      let task = Task { try await all(sequence) }
      try await hasReturned.opened()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await isCanceled.opened()
      #expect(inner.isCancelled)
    }
  }

  @Test func `an error that the function throws ends the iteration`() async throws {
    let sequence = (0..<10).concurrentMap(maxConcurrent: 1) { [log] number in
      log(number)
      if number == 1 { throw TestError.one }
      return number
    }
    await #expect(throws: TestError.one) { try await all(sequence) }
    #expect(log.entries == [0, 1])
    var nothing = [1].concurrentMap(maxConcurrent: 0) { $0 }.makeAsyncIterator()
    await #expect(throws: PromiseError.badInput) { try await nothing.next() }
    #expect(try await nothing.next() == nil)
    #expect(try await all([Int]().concurrentMap(maxConcurrent: 1) { $0 }) == [])
  }

  // MARK: Concurrent map over an asynchronous sequence

  @Test func `an asynchronous input is read only up to the limit`() async throws {
    let taken = Log<Int>()
    let input = AsyncStream { () -> Int? in
      taken(taken.count)
      return taken.count <= 10 ? taken.count : nil
    }
    var iterator = input.concurrentMap(maxConcurrent: 2) { Promise.value($0) }.makeAsyncIterator()
    #expect(taken.count == 0)
    #expect(try await iterator.next() == 1)
    #expect(taken.count <= 2)
    var rest: [Int] = []
    while let number = try await iterator.next() { rest.append(number) }
    #expect(rest == Array(2...10))
  }

  @Test func `a result is delivered while the input is suspended`() async throws {
    let (input, continuation) = AsyncStream<Int>.makeStream()
    var iterator = input.concurrentMap(maxConcurrent: 4) { $0 * 10 }.makeAsyncIterator()
    continuation.yield(1)
    #expect(try await iterator.next() == 10)
    continuation.yield(2)
    #expect(try await iterator.next() == 20)
    continuation.finish()
    #expect(try await iterator.next() == nil)
  }

  @Test func `an error of the input is delivered after the preceding results`() async throws {
    let (input, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    continuation.yield(1)
    continuation.yield(2)
    continuation.finish(throwing: TestError.one)
    var iterator = input.concurrentMap(maxConcurrent: 5) { number in
      await Task.yield()
      return number
    }.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.next() == 2)
    await #expect(throws: TestError.one) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func `leaving the loop terminates the input`() async throws {
    let isTerminated = Gate()
    let (input, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in isTerminated.open() }
    continuation.yield(1)
    for try await _ in input.concurrentMap(maxConcurrent: 3, { $0 }) { break }
    try await isTerminated.opened()
    guard case .terminated = continuation.yield(2) else {
      Issue.record("The input continues after the iteration has ended.")
      return
    }
  }

  @Test func `a call that was started but not yet received is canceled`() async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    let reported = Log<String>()
    try await PromiseContext.$current.withValue(PromiseContext(report: { reported("\($0)") })) {
      let (input, continuation) = AsyncStream<Int>.makeStream()
      continuation.yield(1)
      var iterator = Optional(
        input.concurrentMap(maxConcurrent: 3) { number in
          guard number > 1 else { return }
          isRunning.open()
          do { try await suspendUntilCanceled() } catch { isCancelled.open() }
          throw TestError.one
        }.makeAsyncIterator())
      try await iterator?.next()
      continuation.yield(2)
      try await isRunning.opened()
      iterator = nil
      try await isCancelled.opened()
    }
    #expect(reported.entries == [])
  }

  @Test func `the error of an abandoned input names its own creation site`() async {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    await #expect {
      try await all([guarantee].inInputOrder)
    } throws: { error in
      if case PromiseError.abandoned(let file, _) = error {
        file.hasSuffix("PromiseSequenceTests.swift")
      } else {
        false
      }
    }
  }

  // trap: concurrent-next
  @Test func `concurrent calls of next on one iterator trap`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) var iterator = [after(seconds: 60).map { 1 }]
        .inInputOrder.makeAsyncIterator()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { @MainActor in _ = try? await iterator.next(isolation: MainActor.shared) } }
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Two tasks called `next()` concurrently. Create one iterator for each task."))
  }

  @Test func `canceling the consumer terminates the input`() async throws {
    let isTerminated = Gate()
    let (input, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in isTerminated.open() }
    let task = Task { try await all(input.concurrentMap(maxConcurrent: 3) { $0 }) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await isTerminated.opened()
  }

  @Test func `every value is delivered once when several threads settle the promises`() async throws {
    let values = try await all((0..<many(20_000)).concurrentMap(maxConcurrent: 16, order: .completion) { $0 })
    #expect(values.sorted() == Array(0..<many(20_000)))
  }

  @Test @MainActor func `the function runs with the isolation of the surrounding code`() async throws {
    var notes: [Int] = []
    for try await number in [1, 2].concurrentMap(
      maxConcurrent: 1,
      { number in
        MainActor.preconditionIsolated()
        notes.append(number)
        return number
      })
    { notes.append(number * 10) }
    #expect(notes == [1, 10, 2, 20])
  }
}

private func all<Values: AsyncSequence>(_ values: Values) async throws -> [Values.Element] {
  try await values.reduce(into: []) { $0.append($1) }
}

/// The natural numbers, starting at 0.
private struct Numbers: Sequence, Sendable {
  func makeIterator() -> some IteratorProtocol<Int> { sequence(first: 0) { $0 + 1 }.makeIterator() }
}
