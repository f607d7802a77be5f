import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `until`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct UntilTests {
  private let log = Log<Int>()

  @Test func `until calls the function until it returns true`() async throws {
    try await until(interval: 0) { [log] in
      log(log.count)
      return try await twice(log.count) == 6
    }.get()
    #expect(log.entries == [0, 1, 2])
    await #expect(throws: TestError.one) { try await until { try await twice(-1) == 1 }.get() }
  }

  /// The functions that call another one until it succeeds, here in the fourth call.
  enum Repetition: CaseIterable {
    case until, untilOnQueue, untilAsync, retry, retryOnQueue, retryAsync, poll, pollForPromises

    func run(_ backoff: Backoff) async throws {
      let calls = Counter()
      let isDone: @Sendable () -> Promise<Bool> = { .value(calls.next() == 3) }
      let succeed: @Sendable () -> Promise<Int> = {
        calls.next() == 3 ? .value(1) : Promise(error: TestError.one)
      }
      switch self {
      case .until: try await PromiseCore.until(interval: backoff, isDone).get()
      case .untilOnQueue: try await PromiseCore.until(on: .global(), interval: backoff, isDone).get()
      case .untilAsync: try await PromiseConcurrency.until(interval: backoff) { try await isDone().get() }.get()
      case .retry: _ = try await PromiseCore.retry(attempts: 9, delay: backoff, succeed).get()
      case .retryOnQueue:
        _ = try await PromiseCore.retry(on: .global(), attempts: 9, delay: backoff, succeed).get()
      case .retryAsync:
        _ = try await PromiseConcurrency.retry(attempts: 9, delay: backoff) { try await succeed().get() }.get()
      case .poll:
        let values = PromiseConcurrency.poll(interval: backoff, until: { $0 }, { try await isDone().get() })
        for try await _ in values {}
      case .pollForPromises:
        for try await _ in PromiseConcurrency.poll(interval: backoff, until: { $0 }, { isDone() }) {}
      }
    }
  }

  @Test(arguments: Repetition.allCases)
  func `a backoff receives the numbers of the calls that another one follows`(_ repetition: Repetition) async throws {
    let numbers = Log<Int>()
    try await repetition.run(
      Backoff { number in
        numbers(number)
        return 0
      })
    #expect(numbers.entries == [1, 2, 3])
  }
}
