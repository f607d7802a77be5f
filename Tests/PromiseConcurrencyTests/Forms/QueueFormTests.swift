// Forms: queue

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every form with `on:` runs its handler on that queue.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct QueueFormTests {
  @Test(arguments: HandlerForm.onQueue)
  func `a handler of a promise runs on its queue`(_ form: HandlerForm) async {
    let here = MarkedQueue()
    let calls = Log<Bool>()
    for outcome in [Result.success([1]), .failure(TestError.one)] {
      // The promise settles after the handler is attached: a handler for progress would otherwise not run.
      let (source, resolver) = Promise<[Int]>.pending()
      let derived = form.attach(to: source, on: here.queue) { calls(here.isCurrent) }
      resolver.resolve(outcome)
      _ = await (source.getResult(), derived.getResult())
    }
    // Depending on the operator, one of the outcomes may skip the handler.
    #expect(calls.count > 0 && calls.entries.allSatisfy(\.self))
  }

  @Test(arguments: GuaranteeHandlerForm.onQueue)
  func `a handler of a guarantee runs on its queue`(_ form: GuaranteeHandlerForm) async throws {
    let here = MarkedQueue()
    let calls = Log<Bool>()
    let (source, resolve) = Guarantee<[Int]>.pending()
    let derived = form.attach(to: source, on: here.queue) { calls(here.isCurrent) }
    resolve([1])
    try await derived.get()
    #expect(calls.entries == [true])
  }
}
