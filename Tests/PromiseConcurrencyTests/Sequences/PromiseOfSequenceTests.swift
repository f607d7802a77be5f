import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Promises of asynchronous sequences.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseOfSequenceTests {
  private let log = Log<Int>()

  private func numbers(_ count: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...max(count, 1) where number <= count { continuation.yield(number) }
      continuation.finish()
    }
  }

  private var failing: AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(1)
      continuation.finish(throwing: TestError.one)
    }
  }

  private func promises(_ count: Int) -> [Promise<Int>] {
    [
      Promise(first: numbers(count)), Promise(first: numbers(count)) { $0 > 1 }, Promise(last: numbers(count)),
      Promise(collecting: numbers(count)).map(on: nil) { $0.count }, Promise(reducing: numbers(count), 10) { $0 + $1 },
      Promise(forEach: numbers(count)) { [log] in log($0) }.map(on: nil) { 0 },
    ]
  }

  @Test func `promises of an asynchronous sequence are fulfilled`() async throws {
    #expect(try await when(fulfilled: promises(3)).get() == [1, 2, 3, 3, 16, 0])
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `promises of an empty sequence`() async {
    let results = await when(resolved: promises(0)).get()
    #expect(results.map { try? $0.get() } == [nil, nil, nil, 0, 10, 0])
    for result in results.prefix(3) { #expect(throws: PromiseError.emptySequence) { try result.get() } }
  }

  @Test func `the promise of the first match is rejected if no element matches`() async {
    let promise = Promise(first: numbers(3)) { $0 > 3 }
    await #expect(throws: PromiseError.emptySequence) { try await promise.get() }
  }

  @Test func `errors of the sequence and of closures reject the promise`() async throws {
    #expect(try await Promise(first: failing).get() == 1)
    await #expect(throws: TestError.one) { try await Promise(last: failing).get() }
    await #expect(throws: TestError.one) { try await Promise(collecting: failing).get() }
    await #expect(throws: TestError.two) { try await Promise(forEach: numbers(3)) { _ in throw TestError.two }.get() }
    let wanted = Promise(first: numbers(3)) { _ in throw TestError.two }
    await #expect(throws: TestError.two) { try await wanted.get() }
    let reduced = Promise(reducing: numbers(3), 0) { _, _ in throw TestError.two }
    await #expect(throws: TestError.two) { try await reduced.get() }
  }

  @Test func `the promise of the first element does not wait for the end of the sequence`() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    // The sequence never ends.
    #expect(try await Promise(first: stream).get() == 1)
    continuation.yield(2)
    let wanted = Promise(first: stream) { $0 == 2 }
    #expect(try await wanted.get() == 2)
  }

  @Test func `canceling the promise ends the iteration`() async throws {
    for make in [
      { Promise(last: $0) }, { Promise(collecting: $0).map(on: nil) { $0.count } }, { Promise(first: $0) { $0 > 1 } },
      { Promise(reducing: $0, 0) { $0 + $1 } }, { Promise(forEach: $0) { _ in }.map { 1 } },
    ] as [@Sendable (AsyncStream<Int>) -> Promise<Int>] {
      let isTerminated = Gate()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { _ in isTerminated.open() }
      let promise = make(stream)
      continuation.yield(1)
      promise.cancel()
      #expect(promise.isCancelled)
      try await isTerminated.opened()
    }
  }

  @Test @MainActor func `the closure runs with the isolation of the surrounding code`() async throws {
    var notes: [Int] = []
    try await Promise(forEach: numbers(2)) { number in
      MainActor.preconditionIsolated()
      notes.append(number)
      await Task.yield()
    }.get()
    #expect(notes == [1, 2])
  }

  @Test func `the results of concurrentMap are collected in order`() async throws {
    let crowd = Crowd()
    let doubled = (0..<50).concurrentMap(maxConcurrent: 4) { number in
      crowd.enter()
      await Task.yield()
      crowd.leave()
      return number * 2
    }
    #expect(try await Promise(collecting: doubled).get() == (0..<50).map { $0 * 2 })
    #expect((1...4).contains(crowd.most))
  }

  @Test func `canceling the promise of the results cancels the running calls`() async throws {
    let (isRunning, isCanceled) = (Gate(), Gate())
    let results = (0..<10).concurrentMap(maxConcurrent: 1) { [log] number in
      log(number)
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { isCanceled.open() }
    }
    let promise = Promise(collecting: results)
    try await isRunning.opened()
    promise.cancel()
    try await isCanceled.opened()
    #expect(log.entries == [0])
  }
}
