import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore

/// What stands for an input of a combinator, and how an input ended.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct CombinatorInputTests {
  private let site = CreationSite(#fileID, #line)

  @Test func `a promise or a guarantee stands for itself`() {
    let (promise, guarantee) = (Promise.value(1), Guarantee.value(2))
    #expect(CombinatorInput(promise, site).any == promise.any)
    #expect(CombinatorInput(guarantee, site).any == guarantee.any)
    #expect((try? CombinatorInput(guarantee, site).knownResult.get()) == 2)
  }

  @Test func `a promise that adopts its outcome stands for a foreign thenable`() {
    let foreign = ForeignPromise<Int>()
    let input = CombinatorInput(foreign, site)
    #expect(input.any.isPending)
    foreign.settle(.success(3))
    #expect((try? input.knownResult.get()) == 3)
  }

  @Test func `the error of an input rejects the combined promise`() {
    #expect(InputOutcome(of: Promise.value(1).any).failure == nil)
    let rejected = Promise<Int>(error: TestError.one)
    let failure = InputOutcome(of: rejected.any).failure
    #expect(failure?.error as? TestError == .one && failure?.isHandled == false)
    let handled = rejected.recover(on: nil) { _ in .value(1) }
    #expect(InputOutcome(of: rejected.any).failure?.error as? TestError == .one && handled.value == 1)
  }

  @Test func `an abandoned guarantee counts as rejected with a handled error`() {
    let guarantee = silently { Guarantee<Int>.pending().guarantee }
    let failure = InputOutcome(of: guarantee.any).failure
    guard case PromiseError.abandoned? = failure?.error else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.isHandled == true)
  }
}
