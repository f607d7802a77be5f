// Also tests: PromiseObject.
import PromiseCore
import TestSupport
import Testing

/// The outcome of a promise of a known type.
@Suite(.sharingProcessors) struct TypedPromiseTests {
  // trap: outcome-of-pending-promise
  @Test func `reading the outcome of a pending promise traps`() async {
    await #expect(processExitsWith: .failure) {
      let (promise, resolver) = Promise<Int>.pending()
      withExtendedLifetime(resolver) { _ = promise.knownOutcome }
    }
  }
}
