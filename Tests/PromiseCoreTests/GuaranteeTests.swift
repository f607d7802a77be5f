import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// The ways to create a guarantee.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct GuaranteeTests {
  @Test func `the closure of a guarantee runs immediately, and only its first call takes effect`() {
    let log = Log<String>()
    let guarantee = Guarantee<Int> { seal in
      log("inside")
      seal(1)
      seal(2)
    }
    log("outside")
    #expect(guarantee.value == 1 && log.entries == ["inside", "outside"])
    #expect(Guarantee<Int>(resolver: { seal in seal(3) }).value == 3)
  }

  @Test func `a guarantee can be fulfilled later on another thread`() async {
    let queue = DispatchQueue(label: "GuaranteeTests")
    let guarantee = Guarantee<Int> { seal in queue.async { seal(1) } }
    #expect(await guarantee.get() == 1)
  }

  @Test func `only the first of many threads fulfills a guarantee`() {
    let (guarantee, seal) = Guarantee<Int>.pending()
    DispatchQueue.concurrentPerform(iterations: 50) { seal($0) }
    let first = guarantee.value
    seal(-1)
    #expect(first != nil && guarantee.value == first && first != -1)
  }

  @Test func `a thenable refers to the promise that it is, if it is one`() {
    let (promise, guarantee) = (Promise.value(1), Guarantee.value(1))
    #expect(promise._anyPromise == promise.any && guarantee._anyPromise == guarantee.any)
    #expect(promise.promise === promise && guarantee.promise.value == 1)
    #expect(ForeignPromise<Int>()._anyPromise == nil)
  }
}
