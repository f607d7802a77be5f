import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Every form of the old vocabularies with `on:` runs its handler on that queue, with the `flags:` that it is called with.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, unhandled: .ignore)) struct QueueFormTests {
  @Test(arguments: cases(of: Cases.self)) func `a handler runs on its queue, with its flags`(_ test: Case) async throws
  {
    try await test.body()
  }
}

private enum Cases: MigratingCode {
  @available(*, deprecated, message: "Uses deprecated names.")
  static var cases: [Case] {
    let ofPromiseKit = PromiseKitQueueForm.allCases.map { form in
      Case("PromiseKit: \(form)") { await expectBarrier { form.attach(on: $0.queue, flags: .barrier, $0.note) } }
    }
    let ofGooglePromises = GoogleQueueForm.allCases.map { form in
      Case("google/promises: \(form)") { await expectQueue { form.attach(on: $0, $1) } }
    }
    let ofBoth = SharedQueueForm.allCases.map { form in
      Case("both: \(form)") { await expectQueue { form.attach(on: $0, $1) } }
    }
    return ofPromiseKit + ofGooglePromises + ofBoth
  }

  /// Expects that the handler that `attach` attaches runs on the queue.
  private static func expectQueue(_ attach: (DispatchQueue, @escaping @Sendable () -> Void) -> any PromiseReference)
    async
  {
    let here = MarkedQueue()
    let log = Log<Bool>()
    let promise = attach(here.queue) { log(here.isCurrent) }.any
    await wait { promise.isSettled }
    #expect(Set(log.entries) == [true])
  }

  /// Expects that the handler that `attach` attaches runs as a barrier.
  private static func expectBarrier(_ attach: (BarrierQueue) -> any PromiseReference) async {
    let here = BarrierQueue()
    let promise = attach(here).any
    await wait { promise.isSettled }
    #expect(here.count > 0)
  }
}
