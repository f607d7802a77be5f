// Also tests: PromiseCore/PromiseContext.

import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// Tests of which promises belong to a test.
@Suite(.sharingProcessors) struct PromiseContextTests {
  let queue = DispatchQueue(label: "PromiseContextTests")

  @Test(.promises(timeLimit: .testLimit)) func `the context propagates through queues, timers, tasks and actors`()
    async throws
  {
    let context = try #require(PromiseContext.current)
    let contexts = Log<PromiseContext?>()
    @Sendable func note() { contexts(Promise.value(1).context) }
    let chain = queue.async(.promise) { () throws in note() }
      .then(on: queue) { after(.milliseconds(1)).map(on: DispatchQueue.global()) { note() } }
      .done { _ in
        await Task.yield()
        note()
      }
      .then(on: nil) { Promise { () async throws in note() } }
      .done(on: nil) { note() }
    try await chain.get()
    try await Noter().note(Promise.value(()), note).get()
    #expect(contexts.count == 6)
    #expect(contexts.entries.allSatisfy { $0 === context })
  }

  actor Noter {
    func note(_ promise: Promise<Void>, _ note: @escaping @Sendable () -> Void) -> Promise<Void> {
      promise.done {
        _ = self
        note()
      }
    }
  }

  @Test(.promises(timeLimit: .testLimit), arguments: 0..<8)
  func `each case of a parameterized test has its own context`(_ number: Int)
    async throws
  {
    // Cases run in parallel. With a shared context, the promises of other cases would delay this one.
    let (_, resolver) = Promise<Int>.pending()
    await after(.milliseconds(number % 3)).get()
    resolver.fulfill(number)
    #expect(await groupIsEmpty())
  }

  @Test func `outside of a test promises belong to the context of the process`() {
    #expect(PromiseContext.current == nil)
    #expect(Promise.value(1).context === PromiseContext.processWide)
    #expect(DispatchGroup.promises === PromiseContext.processWide.group)
  }
}

/// Waits without blocking until no promise of this test is pending and no handler is in flight.
private func groupIsEmpty() async -> Bool {
  await withCheckedContinuation { continuation in
    DispatchGroup.promises.notify(queue: .global()) { continuation.resume(returning: true) }
  }
}
