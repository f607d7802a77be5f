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
        let events = Events()
        let queues = ["a", "b"].map { DispatchQueue(label: $0) }
        for queue in queues { block(queue) }
        #expect(await events.next() == "the queue a")
        block(DispatchQueue(label: "c"), line: 2)
        #expect(await events.next() == "the queue c")
      }
    }

    @Test func `a queue that runs is not reported`() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        block(DispatchQueue(label: "concurrent", attributes: .concurrent))
        block(DispatchQueue(label: "serial"), line: 2)
        #expect(await events.next() == "the queue serial")
      }
    }

    @Test func `a wait that ends is not reported`() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        let (promise, resolver) = Promise<Int>.pending()
        let queue = DispatchQueue(label: "short")
        let ended = block(queue, for: promise)
        resolver.fulfill(1)
        _ = try? await ended.get()
        block(DispatchQueue(label: "long"), line: 2)
        #expect(await events.next() == "the queue long")
      }
    }

    @Test func `queues of the same label are told apart`() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        let (promise, resolver) = Promise<Int>.pending()
        defer { resolver.fulfill(1) }
        DispatchQueue(label: "twin").async { _ = try? promise.wait() }
        Promise.value(1).done(on: DispatchQueue(label: "twin")) { _ in }.cauterize()
        block(DispatchQueue(label: "other"), line: 2)
        #expect(await events.next() == "the queue other")
      }
    }
  }

  /// Collects the names of the queues that are reported, with a watch that looks every millisecond.
  private final class Events: Sendable {
    private let stream: AsyncStream<String>

    init() {
      let (stream, continuation) = AsyncStream<String>.makeStream()
      self.stream = stream
      QueueWatch.interval.withLock { $0 = 1 }
      PromiseDiagnostics.handler = { event in
        if case .waitBlocksHandler(_, let queue, _, _) = event { continuation.yield(queue) }
      }
    }

    func next() async -> String? { await stream.first { _ in true } }
  }

  /// Blocks a queue with `wait()`, and lets a handler wait there. Returns a promise of the end of the wait.
  ///
  /// All code in an exit test has one `#line`, so `line` distinguishes the calls.
  @discardableResult
  private func block(_ queue: DispatchQueue, for promise: Promise<Int>? = nil, line: UInt = 1) -> Promise<Void> {
    let begun = DispatchSemaphore(value: 0)
    let ended = Promise<Void>.pending()
    queue.async {
      let handled = Promise.value(1).map(on: queue) { $0 }
      begun.signal()
      _ = try? (promise ?? handled).wait(line: line)
      ended.resolver.fulfill(())
    }
    begun.wait()
    return ended.promise
  }
#endif
