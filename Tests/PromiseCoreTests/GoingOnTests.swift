import Dispatch
import PromiseCore
import TestSupport
import Testing

/// A work item goes on with the next handler of its chain, unless there is something else to be done first.
struct GoingOnTests {
  /// It is asked to hurry before its handler runs, so the guarantee that this returns is told of it, although it is
  /// fulfilled: between the handler that returned it and the next one, which runs all the same, once and on its queue.
  @Test(arguments: 1...3)
  func afterAHandlerWhoseGuaranteeWasAskedToHurry(_ handlers: Int) {
    let queue = MarkedQueue()
    let log = Log<String>()
    let (start, resolve) = Guarantee<Int>.pending()
    let first = start.then(on: queue.queue) { value in
      log("first")
      return Guarantee.value(value + 1)
    }
    var last = first
    for number in 1...handlers {
      last = last.map(on: queue.queue) { value in
        log("\(number): \(value), on the queue: \(queue.isCurrent)")
        return value + 1
      }
    }
    first.cancel()
    resolve(1)
    for _ in 0...handlers { queue.queue.sync {} }  // if each handler were a work item of its own
    #expect(log.entries == ["first"] + (1...handlers).map { "\($0): \($0 + 1), on the queue: true" })
    #expect(last.outcome?.get() == handlers + 2)
  }
}
