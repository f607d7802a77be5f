import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// `async` closures in `ensure`.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct EnsureTests {
  private let log = Log<String>()

  @Test func `ensure runs for every outcome, and the promise waits for its handler`() async throws {
    let fulfilled = Promise.value(1).ensure { [log] in
      await Task.yield()
      log("a")
    }
    #expect(try await fulfilled.get() == 1)
    let rejected = Promise<Int>(error: TestError.one).ensure { [log] in
      await Task.yield()
      log("b")
    }
    await #expect(throws: TestError.one) { try await rejected.get() }
    let sure: Guarantee<Int> = Guarantee.value(2).ensure { [log] in
      await Task.yield()
      log("c")
    }
    #expect(await sure.get() == 2)
    await Guarantee.value(2).ensure { [log] in
      await Task.yield()
      log("d")
    }.get()
    #expect(log.entries == ["a", "b", "c", "d"])
  }

  @Test func `ensure runs when the chain is canceled, and its task is not canceled`() async throws {
    let isTidy = Gate()
    let (promise, resolver) = Promise<Int>.pending()
    let chain = promise.ensure {
      await Task.yield()
      if !Task.isCancelled { isTidy.open() }
    }.map(on: nil) { $0 }
    chain.cancel()
    #expect(resolver.isCancelled)
    try await isTidy.opened()
  }
}
