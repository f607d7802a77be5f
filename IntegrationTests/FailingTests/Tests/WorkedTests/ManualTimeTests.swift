import PromiseTesting
import Synchronization
import Testing
@testable import Worked

struct NoAnswer: Error {}

struct ManualTimeTests {
  @Test func `four retries follow the first attempt`() async {
    let attempts = Mutex(0)
    let connection = reconnect(pause: 0.001) {
      attempts.withLock { $0 += 1 }
      return Promise(error: NoAnswer())
    }
    await #expect(throws: NoAnswer.self) { try await connection.get() }
    #expect(attempts.withLock { $0 } == 5)
  }

  @Test(.promises(time: .manual)) func `the pause doubles after each attempt`() async throws {
    let clock = try ManualClock.current
    let minutes = Mutex<[Int64]>([])
    let connection = reconnect {
      minutes.withLock { $0.append(clock.now.nanoseconds / 60_000_000_000) }
      return Promise(error: NoAnswer())
    }
    await clock.runToEnd()
    try await expectRejected(connection, throws: NoAnswer.self)
    #expect(minutes.withLock { $0 } == [0, 4, 12, 28, 60])
  }

  /// The same schedule without the fault. It spans an hour of virtual time.
  @Test(.promises(time: .manual)) func `an hour of pauses takes no real time`() async throws {
    let clock = try ManualClock.current
    let minutes = Mutex<[Int64]>([])
    let connection: Promise<Void> = retry(attempts: 4, delay: .exponential(initial: 240, jitter: 0)) {
      minutes.withLock { $0.append(clock.now.nanoseconds / 60_000_000_000) }
      return Promise(error: NoAnswer())
    }
    await clock.advance(by: .seconds(3600))
    try await expectRejected(connection, throws: NoAnswer.self)
    #expect(minutes.withLock { $0 } == [0, 4, 12, 28, 60])
  }
}
