import PromiseTesting
import TestSupport
import Testing

/// The tools of `PromiseTesting` work although promises were made before any of them was used. In a process of its own,
/// in which nothing else has registered them.
struct `Promises that are made before PromiseTesting is used` {
  @Test func `do not keep later promises from being waited for`() async {
    await #expect(processExitsWith: .success) {
      #expect(Promise.value(1).map(on: nil) { $0 }.value == 1)
      #expect(await promisesSettled(timeout: .seconds(10)))
      let (promise, resolver) = Promise<Int>.pending()
      #expect(await promisesSettled(timeout: .seconds(0)) == false)
      resolver.fulfill(1)
      #expect(await promisesSettled(timeout: .seconds(10)))
      #expect(promise.isFulfilled)
    }
  }
}
