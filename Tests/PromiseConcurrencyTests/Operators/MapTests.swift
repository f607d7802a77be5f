import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `map`, and chains of them.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct MapTests {
  @Test func `a chain may mix synchronous and async handlers`() async throws {
    let log = Log<Int>()
    let first = Promise.value(1)
      .map { try await twice($0) }
      .map { $0 + 1 }
      .then { number in Promise { try await twice(number) } }
      .map { try await twice($0) }
    let second =
      first
      .map { number in
        await Task.yield()
        return number + 1
      }
      .get { number in
        await Task.yield()
        log(number)
      }
    let result = try await second.get()
    #expect(result == 13 && log.entries == [13])
  }

  @Test func `an error that an async handler throws rejects the promise`() async {
    await #expect(throws: TestError.one) { try await Promise.value(-1).map { try await twice($0) }.get() }
  }

  @Test func `an error skips async handlers`() async {
    let log = Log<Int>()
    let promise = Promise<Int>(error: TestError.two).map { number in
      await Task.yield()
      log(number)
    }
    await #expect(throws: TestError.two) { try await promise.get() }
    #expect(log.entries == [])
  }

  actor Journal {
    var entries: [Int] = []

    func chained(_ promise: Promise<Int>) -> Promise<Int> {
      promise
        .get { number in
          self.entries.append(number)
          await Task.yield()
          self.preconditionIsolated()
        }
        .map { number in
          await Task.yield()
          self.entries.append(number * 10)
          return number * 10
        }
    }
  }

  @Test func `async handlers run with the isolation of the surrounding code`() async throws {
    let journal = Journal()
    #expect(try await journal.chained(.value(1)).get() == 10)
    #expect(await journal.entries == [1, 10])
  }

  @Test func `canceling the chain cancels the task of the running step`() async throws {
    let isRunning = Gate()
    let isCancelled = Gate()
    let chain = Promise.value(1)
      .map { number in
        isRunning.open()
        do { try await suspendUntilCanceled() } catch { isCancelled.open() }
        return number
      }
      .done { _ in }
    try await isRunning.opened()
    chain.cancel()
    #expect(chain.error is CancellationError)
    try await isCancelled.opened()
  }
}
