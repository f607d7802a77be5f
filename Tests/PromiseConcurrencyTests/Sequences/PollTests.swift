import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `poll`, which calls a function until a condition is met.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PollTests {
  private let log = Log<Int>()

  @Test func `poll delivers every value and stops after the last one`() async throws {
    let clock = HandClock()
    let answers = poll(interval: .seconds(2).measured(by: clock), until: { $0 == 3 }) { [log] in
      log(log.count)
      return log.count
    }
    let task = Task { try await answers.reduce(into: []) { $0.append($1) } }
    for number in 1...2 {
      try await clock.slept(number)
      #expect(log.count == number)
      clock.advance(by: .seconds(2))
    }
    #expect(try await task.value == [1, 2, 3])
  }

  @Test(.promises(timeLimit: .testLimit, time: .manual)) func `no delay begins after the last value of poll`()
    async throws
  {
    var iterator = poll(interval: 10, until: { $0 == 1 }) { 1 }.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(try ManualClock.current.timerCount == 0)
    #expect(try await iterator.next() == nil)
  }

  @Test func `poll calls the function only when the consumer requests a value`() async throws {
    var iterator = poll { [log] in
      log(log.count)
      return Promise.value(log.count)
    }.makeAsyncIterator()
    #expect(log.count == 0)
    #expect(try await iterator.next() == 1)
    #expect(log.count == 1)
    #expect(try await iterator.next() == 2)
  }

  @Test func `canceling the consumer of poll ends the delay`() async throws {
    let clock = HandClock()
    let task = Task { [log] in
      for try await _ in poll(interval: .seconds(3600).measured(by: clock), { log(1) }) {}
    }
    try await clock.slept(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(log.count == 1)
    try await clock.allAwake()
  }

  @Test func `canceling the consumer of poll cancels the promise that it waits for`() async throws {
    let (isRunning, isCanceled) = (Gate(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { isCanceled.open() }
    let task = Task {
      let answers = poll {
        isRunning.open()
        return promise
      }
      for try await _ in answers {}
    }
    try await isRunning.opened()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await isCanceled.opened()
  }

  @Test func `an error ends the iteration of poll`() async throws {
    let answers = poll { [log] in
      log(1)
      if log.count == 2 { throw TestError.one }
    }
    await #expect(throws: TestError.one) { for try await _ in answers {} }
    #expect(log.count == 2)
  }
}
