import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The forms of `concurrentMap`.
enum MapForm: CaseIterable {
  case sequence, sequenceToPromises, asyncSequence, asyncSequenceToPromises

  /// Maps the indexes of promises to the values of the promises, with a call for each promise at the same time.
  func map(_ promises: [Promise<Int>], _ order: PromiseOrder) -> PromiseSequence<Int> {
    let (indexes, count) = (promises.indices, promises.count)
    let stream = AsyncStream { continuation in
      for index in indexes { continuation.yield(index) }
      continuation.finish()
    }
    return switch self {
    case .sequence: indexes.concurrentMap(maxConcurrent: count, order: order) { try await promises[$0].get() }
    case .sequenceToPromises: indexes.concurrentMap(maxConcurrent: count, order: order) { promises[$0] }
    case .asyncSequence: stream.concurrentMap(maxConcurrent: count, order: order) { try await promises[$0].get() }
    case .asyncSequenceToPromises: stream.concurrentMap(maxConcurrent: count, order: order) { promises[$0] }
    }
  }
}

/// `concurrentMap` of sequences and of asynchronous sequences.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ConcurrentMapTests {
  private let log = Log<Int>()

  // MARK: Sequences

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

  @Test(arguments: MapForm.allCases)
  func `completion order delivers each value as soon as it is available`(_ form: MapForm) async throws {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    var iterator = form.map(pending.map(\.promise), .completion).makeAsyncIterator()
    for number in [1, 2, 0] {
      pending[number].resolver.fulfill(number)
      #expect(try await iterator.next() == number)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: MapForm.allCases)
  func `input order delivers each value after those of the inputs before it`(_ form: MapForm) async throws {
    let pending = (0..<3).map { _ in Promise<Int>.pending() }
    var iterator = form.map(pending.map(\.promise), .input).makeAsyncIterator()
    for number in [2, 1, 0] { pending[number].resolver.fulfill(number) }
    for number in 0..<3 { #expect(try await iterator.next() == number) }
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

  // MARK: Asynchronous sequences

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
    // Releasing the stream would terminate it too.
    withExtendedLifetime((input, continuation)) {}
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

  @Test func `canceling the consumer terminates the input`() async throws {
    let isTerminated = Gate()
    let (input, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in isTerminated.open() }
    let task = Task { try await all(input.concurrentMap(maxConcurrent: 3) { $0 }) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await isTerminated.opened()
    // Releasing the stream would terminate it too.
    withExtendedLifetime((input, continuation)) {}
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

/// The natural numbers, starting at 0.
private struct Numbers: Sequence, Sendable {
  func makeIterator() -> some IteratorProtocol<Int> { sequence(first: 0) { $0 + 1 }.makeIterator() }
}
