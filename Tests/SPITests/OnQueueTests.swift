// Forms: queue

import PromiseConcurrency
@_spi(PromiseKit) import PromiseKitVocabulary
import PromiseTesting
import TestSupport
import Testing

/// The operators with `on:` that the import replaces by forms for the Swift 5 language mode.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct OnQueueTests {
  let here = MarkedQueue()
  let log = Log<String>()

  /// Records that a handler runs on its queue, and returns `value`.
  private func note<Value>(_ name: String, _ value: Value) -> Value {
    if here.isCurrent { log(name) }
    return value
  }

  @Test func `the handlers of a guarantee run on the queue passed as on`() async {
    let guarantee = Guarantee.value(1)
    let ensured: Guarantee<Int> = guarantee.ensure(on: here.queue) { note("ensure", ()) }
    let cleaned: Guarantee<Int> = guarantee.ensureThen(on: here.queue) { note("ensureThen", Guarantee()) }
    let passed: Guarantee<Int> = guarantee.get(on: here.queue) { note("get \($0)", ()) }
    let mapped: Guarantee<Int> = guarantee.map(on: here.queue) { note("map \($0)", $0 + 1) }
    let continued: Guarantee<Int> = guarantee.then(on: here.queue) { note("then \($0)", Guarantee.value($0 + 2)) }
    let done: Guarantee<Void> = guarantee.done(on: here.queue) { note("done \($0)", ()) }
    await done.get()
    let values = await [ensured.get(), cleaned.get(), passed.get(), mapped.get(), continued.get()]
    #expect(values == [1, 1, 1, 2, 3])
    #expect(log.entries == ["ensure", "ensureThen", "get 1", "map 1", "then 1", "done 1"])
  }

  @Test func `ensureThen waits for the guarantee that its handler returns`() async {
    let (cleanup, finish) = Guarantee<Void>.pending()
    let cleaned = Guarantee.value(1).ensureThen(on: nil) { cleanup }
    #expect(cleaned.isPending)
    finish(())
    #expect(cleaned.value == 1)
  }

  @Test func `the function of reduce runs on the queue passed as on`() async throws {
    let sum = Promise.value(1).reduce(on: here.queue, [2, 3]) { (sum: Int, item: Int) in
      note("\(sum) + \(item)", Promise.value(sum + item))
    }
    #expect(try await sum.get() == 6)
    #expect(log.entries == ["1 + 2", "3 + 3"])
  }
}
