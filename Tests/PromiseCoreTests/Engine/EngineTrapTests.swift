import PromiseCore
import Testing

/// Violations of internal invariants trap. Each test runs in its own process. See `Scripts/check-traps`.
struct EngineTrapTests {
  // trap: wait-suspended-twice
  @Test func `suspending a wait twice traps`() async {
    await #expect(processExitsWith: .failure) {
      var wait = AwaitStateMachine<Int>()
      precondition(wait.suspend(1) == nil)
      _ = wait.suspend(2)
    }
  }

  // trap: outcome-of-pending-promise
  @Test func `reading the outcome of a pending promise traps`() async {
    await #expect(processExitsWith: .failure) {
      let (promise, resolver) = Promise<Int>.pending()
      withExtendedLifetime(resolver) { _ = promise.knownOutcome }
    }
  }

  // trap: outcome-sent-to-base-observer
  @Test func `attaching an observer of the base class traps`() async {
    await #expect(processExitsWith: .failure) { Promise.value(1).attach(_PromiseObserver()) }
  }

  #if DEBUG
    // trap: consumer-departed-twice
    @Test func `a consumer that departs twice traps`() async {
      await #expect(processExitsWith: .failure) {
        let (promise, resolver) = Promise<Int>.pending()
        let consumers = (0..<3).map { _ in promise.map(on: nil) { $0 } }
        for _ in 0..<4 { promise.consumerDeparts(nil) }
        withExtendedLifetime((consumers, resolver)) {}
      }
    }
  #endif
}
