import Dispatch
import PromiseTesting
import Synchronization
import Testing

/// Cases run side by side: only the broken one has an issue.
struct CaseTests {
  @Test(.promises(timeLimit: .seconds(2)), arguments: 1...4) func onlyTheThirdIsLeftPending(_ number: Int) {
    let (promise, resolver) = Promise<Int>.pending()
    if number == 3 { left.withLock { $0 = resolver } } else { resolver.fulfill(number) }
    #expect(promise.isPending == (number == 3))
  }

  @Test(.promises, arguments: 1...4) func onlyTheSecondFailsInAHandler(_ number: Int) {
    _ = Promise.value(number).get(on: .global()) { number in #expect(number != 2) }
  }
}

private let left = Mutex<Resolver<Int>?>(nil)
