import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures that cannot throw, in operators of guarantees.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct OperatorsGuaranteeTests {
  @Test func `an async handler that cannot throw derives a guarantee from a guarantee`() async throws {
    let log = Log<Int>()
    let done: Guarantee<Void> = Guarantee.value(1)
      .map { number in
        await nothing()
        return number + 1
      }
      .map { number in
        await nothing()
        return number * 10
      }
      .done { number in
        await nothing()
        log(number)
      }
    await done.get()
    #expect(log.entries == [20])
    #expect(try await Guarantee.value(1).map { try await twice($0) }.get() == 2)
    await #expect(throws: TestError.one) { try await Guarantee.value(-1).done { _ = try await twice($0) }.get() }
    await after(.milliseconds(1)).done { await nothing() }.get()
  }

  @Test func `canceling a guarantee cancels the task of the running step`() async throws {
    let isRunning = Gate()
    let guarantee = Guarantee.value(1).map { number -> Int in
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { return -number }
      return number
    }
    try await isRunning.opened()
    guarantee.cancel()
    #expect(await guarantee.get() == -1)
  }
}

private func nothing() async {}
