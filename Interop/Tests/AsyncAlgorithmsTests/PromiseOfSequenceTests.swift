import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Testing

/// Tests promises created from sequences of AsyncAlgorithms.
@Suite(.promises(timeLimit: .testLimit)) struct PromiseOfSequenceTests {
  @Test func `a promise collects or reduces a chain`() async throws {
    let numbers = chain((1...3).async, (4...6).async)
    #expect(try await Promise(collecting: numbers).get() == Array(1...6))
    #expect(try await Promise(first: numbers).get() == 1)
    #expect(try await Promise(first: numbers) { $0 > 3 }.get() == 4)
    #expect(try await Promise(last: numbers).get() == 6)
    #expect(try await Promise(reducing: numbers, 0) { sum, number in try await later(sum + number) }.get() == 21)
  }

  @Test func `a promise collects merged sequences`() async throws {
    let numbers = merge((1...3).async, (4...6).async)
    #expect(try await Promise(collecting: numbers).get().sorted() == Array(1...6))
    let seen = Log<Int>()
    try await Promise(forEach: numbers) { seen($0) }.get()
    #expect(Set(seen.entries) == Set(1...6))
  }

  @Test func `a promise provides the last pair of zipped sequences`() async throws {
    let pairs = zip((1...2).async, ["a", "b"].async).map { "\($0)\($1)" }
    #expect(await Array(pairs) == ["1a", "2b"])
    let last = Promise(last: zip((1...2).async, ["a", "b"].async))
    #expect(try await last.get() == (2, "b"))
  }

  @Test func `a promise collects the elements sent to a channel`() async throws {
    let channel = AsyncChannel<Int>()
    let all = Promise(collecting: channel)
    for number in 1...3 { await channel.send(number) }
    channel.finish()
    #expect(try await all.get() == [1, 2, 3])
    await #expect(throws: PromiseError.emptySequence) { try await Promise(first: channel).get() }
    await #expect(throws: PromiseError.emptySequence) { try await Promise(last: channel).get() }
  }

  @Test func `a promise of the first element resumes the sender`() async throws {
    let channel = AsyncChannel<Int>()
    let first = Promise(first: channel)
    await channel.send(1)
    #expect(try await first.get() == 1)
  }

  @Test func `an error of the sequence rejects the promise`() async throws {
    let channel = AsyncThrowingChannel<Int, any Error>()
    // The throwing sequence comes first: in the other order, the chain in 1.1.4 is declared nonthrowing and traps.
    let all = Promise(collecting: chain(channel, (1...3).async))
    channel.fail(TestError.one)
    await #expect(throws: TestError.one) { try await all.get() }
  }

  @Test func `an error thrown by the body ends the iteration`() async throws {
    let rest = Cancellable()
    let numbers = merge([.value(1), rest.promise].inInputOrder, AsyncChannel<Int>())
    let promise = Promise(forEach: numbers) { _ in throw TestError.one }
    await #expect(throws: TestError.one) { try await promise.get() }
    try await rest.cancelled.opened()
  }

  @Test func `canceling the promise terminates a stream upstream of an operator`() async throws {
    let (isTaken, isTerminated) = (Gate(), Gate())
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { reason in
      if case .cancelled = reason { isTerminated.open() }
    }
    let promise = Promise(forEach: chain(stream, (1...3).async)) { _ in isTaken.open() }
    continuation.yield(1)
    try await isTaken.opened()
    promise.cancel()
    try await isTerminated.opened()
    #expect(promise.isCancelled)
  }

  @Test func `canceling the promise leaves the remaining elements in the channel`() async throws {
    let channel = AsyncChannel<Int>()
    let hasEnded = Gate()
    let promise = Promise(collecting: channel.watched { if $0 == nil { hasEnded.open() } })
    await channel.send(1)
    promise.cancel()
    try await hasEnded.opened()
    let next = Promise(first: channel)
    await channel.send(2)
    #expect(try await next.get() == 2)
  }

  @Test func `canceling a guarantee resumes the sender`() async {
    let channel = AsyncChannel<Int>()
    let sending = Guarantee { await channel.send(1) }
    sending.cancel()
    await sending.get()
    #expect(sending.isFulfilled)
  }
}
