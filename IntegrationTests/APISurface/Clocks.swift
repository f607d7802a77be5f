// Calls every declaration that takes a clock or a duration, which older systems lack. See Core.swift.
import PromiseTesting

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
func durations(_ clock: any Clock<Duration>, _ duration: Duration) async throws {
  use(after(duration, clock: clock), after(.seconds(1.5), clock: clock))
  use(promise().delay(duration, clock: clock), guarantee().delay(duration, clock: clock))
  use(promise().timeout(duration, losers: .spare, clock: clock))
  use(try await promise().get(timeout: duration, losers: .spare, cancellation: .leave, clock: clock))
  use(await promisesSettled(timeout: duration), PromisesTrait.promises(timeLimit: duration))
  use(try await expectFulfilled(promise(), within: duration), try await expectRejected(promise(), within: duration))
  try await expectRejected(promise(), throws: Failed(), within: .seconds(0.5))
  try await expectCancelled(promise(), within: duration)
  try await expectPending(promise(), for: duration)
  use(Backoff.constant(duration).measured(by: clock))
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
func manualClock(_ clock: ManualClock, _ instant: ManualClock.Instant) async throws {
  await clock.advance(by: .seconds(1.5))
  await clock.runToEnd(limit: .seconds(1.5))
  try await clock.sleep(until: instant, tolerance: nil)
  use(clock.minimumResolution, ManualClock.Instant(offset: .zero), instant.offset)
  use(instant.advanced(by: .seconds(1)), instant.duration(to: instant))
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
func manualClockBlocking(_ clock: ManualClock) {
  clock.advance(by: Duration.seconds(1))
  clock.runToEnd(limit: .seconds(1.5))
  use(waitForPromises(timeout: .seconds(1.5)))
}
