import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `DispatchQueue.async(.promise)`: promises of work on a queue.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct DispatchQueueAsyncTests {
  @Test func `work on a queue returns a promise of its result`() async throws {
    let queue = DispatchQueue(label: "DispatchQueueAsyncTests")
    #expect(await queue.async(.promise) { 1 }.get() == 1)
    let failed = queue.async(.promise) { () throws -> Int in throw TestError.one }
    await #expect(throws: TestError.one) { try await failed.get() }
  }

  @Test func `work on a queue that is canceled before it starts does not run`() async throws {
    let queue = DispatchQueue(label: "DispatchQueueAsyncTests.suspended", attributes: .initiallyInactive)
    let log = Log<String>()
    let promise: Promise<Void> = queue.async(.promise) { () throws in log("ran") }
    promise.cancel()
    queue.activate()
    await queue.finished()
    #expect(log.entries == [])
    #expect(promise.error is CancellationError)
  }

  @Test func `work on a queue belongs to its dispatch group`() async {
    let queue = DispatchQueue(label: "DispatchQueueAsyncTests.group", attributes: .initiallyInactive)
    let group = DispatchGroup()
    let guarantee: Guarantee<Int> = queue.async(.promise, group: group) { 1 }
    let promise: Promise<Int> = queue.async(.promise, group: group) { () throws -> Int in 2 }
    let isUnfinished = { group.wait(timeout: .now()) == .timedOut }
    #expect(isUnfinished())
    queue.activate()
    let values = await withCheckedContinuation { continuation in
      group.notify(queue: queue) { continuation.resume(returning: [guarantee.value, promise.value]) }
    }
    #expect(values == [1, 2])
  }

  @Test(arguments: [true, false])
  func `work on a queue respects its flags, also in a context without an instrument`(_ isOfTest: Bool) async throws {
    let here = BarrierQueue()
    let (guarantee, promise) = PromiseContext.$current.withValue(isOfTest ? .current : PromiseContext()) {
      (
        here.queue.async(.promise, flags: .barrier) { here.note() },
        here.queue.async(.promise, flags: .barrier) { () throws in here.note() }
      )
    }
    await guarantee.get()
    try await promise.get()
    #expect(here.count == 2)
  }
}
