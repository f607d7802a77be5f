import PromiseTesting
import Testing

struct Refused: Error {}

/// What is said further in counts.
@Suite(.promises(timeLimit: .seconds(20))) struct PolicyTests {
  @Test func failsForARejection() { _ = Promise<Int>(error: Refused()) }

  @Test(.promises(unhandled: .ignore)) func ignoresARejection() { _ = Promise<Int>(error: Refused()) }

  @Test(.promises(unhandled: .warning)) func warnsOfARejection() { _ = Promise<Int>(error: Refused()) }

  @Suite(.promises(unhandled: .ignore, abandoned: .warning)) struct Inner {
    @Test func ignoresARejectionFurtherIn() { _ = Promise<Int>(error: Refused()) }

    @Test func warnsOfAnAbandonedPromise() { _ = Promise<Int> { _ in } }

    @Test(.promises(unhandled: .error)) func failsForARejectionFurtherIn() { _ = Promise<Int>(error: Refused()) }
  }
}
