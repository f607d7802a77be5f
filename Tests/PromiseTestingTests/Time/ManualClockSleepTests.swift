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
