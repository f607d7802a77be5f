import PromiseTesting
import TestSupport
import Testing

/// The tools of `PromiseTesting` work even if promises were created before any of them was used.
///
/// The test runs in a separate process, in which nothing else has registered the module.
@Suite(.sharingProcessors) struct TestInstrumentLateRegistrationTests {
  @Test func `promises created before PromiseTesting is used do not prevent waits for later promises`() async {
    await #expect(processExitsWith: .success) {
      #expect(Promise.value(1).map(on: nil) { $0 }.value == 1)
      #expect(await promisesSettled(timeout: .testLimit))
      let (promise, resolver) = Promise<Int>.pending()
      #expect(await promisesSettled(timeout: .seconds(0)) == false)
      resolver.fulfill(1)
      #expect(await promisesSettled(timeout: .testLimit))
      #expect(promise.isFulfilled)
    }
  }
}
