// Also tests: QueueWatch.
import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

#if DEBUG
  /// What is reported of queues that `wait()` blocks. `Scripts/check-stalls` tests programs that block the main queue.
  @Suite(.sharingProcessors) struct StalledQueuesTests {
    @Test func `a call of wait is reported once if it blocks a handler`() async {
      await #expect(processExitsWith: .success) {
        let waits = Waits()
        for label in ["a", "b"] { waits.block(DispatchQueue(label: label)) }
        let first = await waits.nextEvent()
        #expect(first == "the queue a" || first == "the queue b")
        waits.block(DispatchQueue(label: "c"), line: 2)
        #expect(await waits.nextEvent() == "the queue c")
        await waits.end()
      }
    }

    @Test func `a queue that runs is not reported`() async {
      await #expect(processExitsWith: .success) {
        let waits = Waits()
        waits.block(DispatchQueue(label: "concurrent", attributes: .concurrent))
        waits.block(DispatchQueue(label: "serial"), line: 2)
        #expect(await waits.nextEvent() == "the queue serial")
        await waits.end()
      }
    }

    @Test func `a wait that ends is not reported`() async {
      await #expect(processExitsWith: .success) {
        let waits = Waits()
        waits.block(DispatchQueue(label: "short"))
        await waits.end()
        waits.block(DispatchQueue(label: "long"), line: 2)
        #expect(await waits.nextEvent() == "the queue long")
        await waits.end()
      }
    }

    @Test func `queues of the same label are told apart`() async {
      await #expect(processExitsWith: .success) {
        let waits = Waits()
        waits.block(DispatchQueue(label: "twin"), handlersOn: DispatchQueue(label: "twin"))
        waits.block(DispatchQueue(label: "other"), line: 2)
        #expect(await waits.nextEvent() == "the queue other")
        await waits.end()
      }
    }
  }

  /// Calls of `wait()`, and the queues that are reported.
  ///
  /// A watch reports a queue after two seconds, in which a queue that runs must run a work item, also on a busy machine.
  private final class Waits: Sendable {
    private let events: AsyncStream<String>
    private let waits = Lock<[(end: Resolver<Int>, hasEnded: Promise<Void>)]>([])

    init() {
      let (events, continuation) = AsyncStream<String>.makeStream()
      self.events = events
      QueueWatch.interval.withLock { $0 = 200 }
      PromiseDiagnostics.handler = { event in
        if case .waitBlocksHandler(_, _, let queue, _, _) = event { continuation.yield(queue) }
      }
    }

    /// Returns the name of the queue that is reported next.
    func nextEvent() async -> String? { await events.first { _ in true } }

    /// Blocks a queue with `wait()`, for a promise with a handler on that queue or on another one, until ``end()`` is
    /// called.
    ///
    /// All code in an exit test has one `#line`, so `line` distinguishes the calls.
    func block(_ queue: DispatchQueue, handlersOn other: DispatchQueue? = nil, line: UInt = 1) {
      let (end, ended) = (Promise<Int>.pending(), Promise<Void>.pending())
      let hasBegun = DispatchSemaphore(value: 0)
      queue.async {
        let handled = Promise.value(1).then(on: other ?? queue) { _ in end.promise }
        hasBegun.signal()
        _ = try? race(handled, end.promise).wait(line: line)
        ended.resolver.fulfill()
      }
      hasBegun.wait()
      waits.withLock { $0.append((end.resolver, ended.promise)) }
    }

    /// Ends all waits.
    func end() async {
      let waits = waits.withLock { waits in
        defer { waits = [] }
        return waits
      }
      for wait in waits {
        wait.end.fulfill(1)
        _ = await wait.hasEnded.getResult()
      }
    }
  }
#endif
