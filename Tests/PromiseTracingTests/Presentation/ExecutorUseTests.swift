import TestSupport
import Testing

@testable import PromiseTracing

/// What a snapshot says about handlers that are queued on an executor which something occupies.
@Suite(.sharingProcessors) struct ExecutorUseTests {
  private let here = "M/F.swift:1"
  @Test func `a handler that the main thread waits for is a deadlock and comes before a resolver`() {
    let found = TestGraph.causes([[.resolver], [.queuedHandler(executor: "the main queue", seconds: 2)]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
      for index in promises.indices { promises[index].executor = .mainQueue }
    }
    #expect(
      found == [
        "the handler of a promise at \(here) has been queued for 2 s on the main queue: the main thread is blocked by "
          + "the wait at A/B.swift:7, which ends only after this handler; 1 blocked thread waits for it",
        "a resolver created at \(here) is alive and was never called",
      ])
  }

  @Test func `a deadlock is recognized in any of the handlers with the same creation site`() {
    let queued = PendingPromise.Dependency.queuedHandler(executor: "the main queue", seconds: 2)
    let found = TestGraph.causes([[queued], [queued]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
      for index in promises.indices { promises[index].executor = .mainQueue }
    }
    #expect(found.count == 1)
    #expect(found[0].hasSuffix("which ends only after these handlers; 1 blocked thread waits for them"))
  }

  @Test func `a wait for something else blocks the main queue, too`() {
    let found = TestGraph.causes([[.queuedHandler(executor: "the main queue", seconds: 2)], [.resolver]]) { promises in
      promises[1].waiters = [.thread(isMain: true, file: "A/B.swift", line: 7)]
      for index in promises.indices { promises[index].executor = .mainQueue }
    }
    #expect(found.count == 2)
    #expect(found[1].hasSuffix("on the main queue: the main thread is blocked by the wait at A/B.swift:7"))
  }

  @Test func `a handler that is running on the main queue explains why another one is queued there`() {
    let found = TestGraph.causes([
      [.queuedHandler(executor: "the main queue", seconds: 2)],
      [.runningHandler(executor: "the main queue", seconds: 3)],
    ]) { promises in for index in promises.indices { promises[index].executor = .mainQueue } }
    #expect(found[0].hasSuffix("on the main queue, where the handler of a promise at \(here) has been running for 3 s"))
  }
}
