import TestSupport
import Testing

@testable import PromiseTesting

/// A task that sleeps on a manual clock, as work that the clock waits for.
@Suite(.sharingProcessors) struct ManualClockSleepTests {
  private let work = WorkTracker()

  @Test func `a task that was woken is in flight until it runs`() async throws {
    let sleep = ManualClockSleep(work)
    sleep.wake()
    sleep.wake()
    #expect(work.idleCount == nil)
    try await sleep.suspend {}
    #expect(work.idleCount != nil)
    sleep.wake()
    #expect(work.idleCount != nil)
  }

  /// Returns whether a task that is woken is recorded as work that is not counted.
  private func isUncounted() async throws -> Bool {
    let sleep = ManualClockSleep(work)
    sleep.wake()
    try await sleep.suspend {}
    return work.uncountedStarts > 0
  }

  @Test func `a task that no test counts is recorded as such when it is woken`() async throws {
    #expect(try await isUncounted())
  }

  @Test(.promises(timeLimit: .testLimit)) func `a task of a test in real time is recorded as uncounted`() async throws {
    #expect(try await isUncounted())
  }

  @Test(.promises(timeLimit: .testLimit, time: .manual))
  func `a task of a test that counts its work is not recorded as uncounted`() async throws {
    #expect(try await !isUncounted())
  }

  @Test func `a sleep that is canceled is not in flight`() async {
    let sleep = ManualClockSleep(work)
    let removed = Counter()
    let task = Task { try await sleep.suspend { _ = removed.next() } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    sleep.wake()
    #expect(work.idleCount != nil && removed.value == 1)
  }
}
