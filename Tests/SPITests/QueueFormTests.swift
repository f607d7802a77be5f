import PromiseCore
import PromiseTesting
import TestSupport
import Testing

/// Every form of the old vocabularies with `on:` and `flags:` passes both on to its handler.
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
      Case("google/promises: \(form)") { await expectBarrier { form.attach(on: $0.queue, flags: .barrier, $0.note) } }
    }
    return ofPromiseKit + ofGooglePromises
  }

  /// Expects that the handler that `attach` attaches runs as a barrier.
  private static func expectBarrier(_ attach: (BarrierQueue) -> AnyPromise) async {
    let here = BarrierQueue()
    let promise = attach(here)
    await wait { promise.isSettled }
    #expect(here.count > 0)
  }
}
