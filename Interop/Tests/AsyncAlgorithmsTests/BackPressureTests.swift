import AsyncAlgorithms
import InteropSupport
import PromiseConcurrency
import PromiseTesting
import Synchronization
import Testing

/// Tests that `concurrentMap` takes no more elements than its limit from sequences with waiting producers.
@Suite(.promises(timeLimit: .testLimit)) struct BackPressureTests {
  static let count = 20

  /// Counts the elements that have been taken but not yet delivered to the reader.
  final class Ledger: Sendable {
    private let state = Mutex((now: 0, most: 0))

    func took() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func gave() { state.withLock { $0.now -= 1 } }

    /// The maximum of that count.
    var most: Int { state.withLock { $0.most } }
  }

  /// Reads the sequence with a limit of three. No element is finished before three have been started.
  private func read(_ numbers: some AsyncSequence<Int, Never> & Sendable, order: PromiseOrder) async throws -> Int {
    let (ledger, threeAreRunning) = (Ledger(), Gate())
    let begun = Log<Int>()
    let watched = numbers.watched { if $0 != nil { ledger.took() } }
    let mapped = watched.concurrentMap(maxConcurrent: 3, order: order) { number in
      begun(number)
      if begun.count == 3 { threeAreRunning.open() }
      try await threeAreRunning.opened()
      return number
    }
    var seen: [Int] = []
    for try await number in mapped {
      ledger.gave()
      seen.append(number)
    }
    #expect(order == .input ? seen == Array(0..<Self.count) : Set(seen) == Set(0..<Self.count))
    return ledger.most
  }

  @Test(arguments: [PromiseOrder.input, .completion])
  func `at most three elements of a channel are in progress at a time`(_ order: PromiseOrder) async throws {
    let channel = AsyncChannel<Int>()
    let sending = Task {
      for number in 0..<Self.count { await channel.send(number) }
      channel.finish()
    }
    #expect(try await read(channel, order: order) == 3)
    await sending.value
  }

  @Test(arguments: [PromiseOrder.input, .completion])
  func `at most three elements of a stream are in progress at a time`(_ order: PromiseOrder) async throws {
    let numbers = Counter(from: 0)
    let stream = AsyncStream {
      let number = numbers.next()
      return number < Self.count ? number : nil
    }
    #expect(try await read(stream, order: order) == 3)
  }

  @Test func `no element is taken before the reader requests one`() async throws {
    let channel = AsyncChannel<Int>()
    let taken = Log<Int?>()
    let sending = Task { await channel.send(1) }
    let mapped = channel.watched { taken($0) }.concurrentMap(maxConcurrent: 3) { try await later($0) }
    var iterator = mapped.makeAsyncIterator()
    #expect(taken.entries == [])
    #expect(try await iterator.next() == 1)
    #expect(taken.entries.first == 1)
    await sending.value
  }

  @Test func `a sender waits until the reader requests the next element`() async throws {
    let channel = AsyncChannel<Int>()
    let sent = Log<Int>()
    let sending = Task {
      for number in 1...5 {
        await channel.send(number)
        sent(number)
      }
      channel.finish()
    }
    // With a limit of one, the second element is not requested before the reader requests it.
    var read = 0
    for try await number in channel.concurrentMap(maxConcurrent: 1, { try await later($0) }) {
      read += 1
      #expect(number == read && sent.count <= read)
    }
    await sending.value
    #expect(read == 5)
  }

  @Test func `leaving the loop leaves the remaining elements in the channel`() async throws {
    let channel = AsyncChannel<Int>()
    let sending = Task { for number in 1...2 { await channel.send(number) } }
    for try await number in channel.concurrentMap(maxConcurrent: 1, { try await later($0) }) {
      #expect(number == 1)
      break
    }
    #expect(try await Promise(first: channel).get() == 2)
    await sending.value
  }
}
