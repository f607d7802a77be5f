// Forms: clock

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// A form with `clock:`.
private struct ClockForm: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Waits for two seconds of a clock.
  let wait: @Sendable (HandClock) async -> Void

  static let all = [
    ClockForm(testDescription: "after") { await after(.seconds(2), clock: $0).get() },
    ClockForm(testDescription: "delay") { _ = try? await Promise.value(1).delay(.seconds(2), clock: $0).get() },
    ClockForm(testDescription: "guarantee.delay") { _ = await Guarantee.value(1).delay(.seconds(2), clock: $0).get() },
    ClockForm(testDescription: "timeout") { _ = try? await pending().timeout(.seconds(2), clock: $0).get() },
    ClockForm(testDescription: "get(timeout:)") { _ = try? await pending().get(timeout: .seconds(2), clock: $0) },
    ClockForm(testDescription: "guarantee.get(timeout:)") {
      _ = try? await never().get(timeout: .seconds(2), clock: $0)
    },
  ]
}

/// Every form with `clock:` measures its time by that clock.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct ClockFormTests {
  @Test(arguments: ClockForm.all) private func `a form waits for its clock`(_ form: ClockForm) async throws {
    let clock = HandClock()
    let hasEnded = Log<Void>()
    let task = Task {
      await form.wait(clock)
      hasEnded(())
    }
    try await clock.slept(1)
    clock.advance(by: .nanoseconds(1_999_999_999))
    #expect(hasEnded.count == 0)
    clock.advance(by: .nanoseconds(1))
    await task.value
  }
}
