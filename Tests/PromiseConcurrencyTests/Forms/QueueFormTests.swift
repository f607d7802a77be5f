// Forms: queue

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every form with `on:` runs its handler on that queue.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct QueueFormTests {
  @Test(arguments: HandlerForm.onQueue.filter { $0 != .onProgress })
  func `a handler of a promise runs on its queue`(_ form: HandlerForm) async {
    let here = MarkedQueue()
    let calls = Log<Bool>()
    for source in [Promise.value([1]), Promise(error: TestError.one)] {
      _ = await form.attach(to: source, on: here.queue) { calls(here.isCurrent) }.getResult()
    }
    // Depending on the operator, one of the outcomes may skip the handler.
    #expect(calls.count > 0 && calls.entries.allSatisfy(\.self))
  }
}
