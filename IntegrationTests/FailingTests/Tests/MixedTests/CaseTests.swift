import Dispatch
import PromiseTesting
import Synchronization
import Testing

/// Cases run in parallel. Only the failing case records an issue.
struct CaseTests {
  @Test(.promises(timeLimit: .seconds(2)), arguments: 1...4)
  func `only the third argument leaves its promise pending`(_ number: Int) {
    let (promise, resolver) = Promise<Int>.pending()
    if number == 3 { kept.withLock { $0 = resolver } } else { resolver.fulfill(number) }
    #expect(promise.isPending == (number == 3))
  }

  @Test(.promises, arguments: 1...4) func `only the second argument fails in a handler`(_ number: Int) {
    _ = Promise.value(number).get(on: .global()) { number in #expect(number != 2) }
  }
}

private let kept = Mutex<Resolver<Int>?>(nil)
