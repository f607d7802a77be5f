// Also tests: RetryAttempt+description.

import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

@Suite(.sharingProcessors) struct RetryAttemptTests {
  @Test(
    arguments: [
      (RetryAttempt(2, retries: 3, isRunning: true), "in attempt 2 of 4"),
      (RetryAttempt(2, retries: 3, isRunning: false), "before attempt 2 of 4"),
      (RetryAttempt(1, retries: 0, isRunning: true), "in attempt 1 of 1"),
      (RetryAttempt(1, retries: -5, isRunning: true), "in attempt 1 of 1"),
      (RetryAttempt(1_000, retries: .max, isRunning: true), "in attempt 1,000"),
      (RetryAttempt(1, retries: 1_999, isRunning: true), "in attempt 1 of 2,000"),
    ])
  func `an attempt is described by its number and that of all attempts`(_ attempt: RetryAttempt, _ text: String) {
    #expect(attempt.description == text)
  }
}
