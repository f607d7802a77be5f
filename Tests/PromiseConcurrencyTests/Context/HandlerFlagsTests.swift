// Forms: queue, flags

import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Every form with `flags:` passes them on to the work item of its handler.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct HandlerFlagsTests {
  let here = BarrierQueue()

  @Test(arguments: HandlerForm.withFlags) func `a handler of a promise has its flags`(_ form: HandlerForm) async {
    let sources = [Promise.value([1]), Promise(error: TestError.one)]
    for source in sources {
      _ = await form.attach(to: source, on: here.queue, flags: .barrier) { here.note() }.getResult()
    }
    #expect(here.count > 0)
  }

  @Test(arguments: GuaranteeHandlerForm.withFlags)
  func `a handler of a guarantee has its flags`(_ form: GuaranteeHandlerForm) async throws {
    let source = Guarantee.value([1])
    try await form.attach(to: source, on: here.queue, flags: .barrier) { here.note() }.get()
    #expect(here.count == 1)
  }

  @Test func `a work item that returns a value has its flags`() async throws {
    let work = { @Sendable [here] () throws in here.note() }
    try await here.queue.async(.promise, flags: .barrier, execute: work).get()
    let guarantee: Guarantee<Void> = here.queue.async(.promise, flags: .barrier) { [here] in here.note() }
    await guarantee.get()
    #expect(here.count == 2)
  }

  @Test func `a handler that returns any thenable has its flags`() async throws {
    let thenable = { @Sendable [here] () throws -> Guarantee<Int> in
      here.note()
      return Guarantee.value(1)
    }
    let failing = Promise<Int>(error: TestError.one)
    let promises = [
      failing.recover(on: here.queue, flags: .barrier) { _ in try thenable() },
      failing.recover(only: TestError.self, on: here.queue, flags: .barrier) { _ in try thenable() },
      Promise.value(1).then(on: here.queue, flags: .barrier) { _ in try thenable() },
    ]
    for promise in promises { _ = try await promise.get() }
    #expect(here.count == promises.count)
  }
}
