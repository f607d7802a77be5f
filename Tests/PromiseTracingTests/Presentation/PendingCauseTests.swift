import Dispatch
import PromiseTesting
import TestSupport
import Testing

@testable import PromiseTracing

/// The causes that a snapshot of pending promises names, and its tree and graphs.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct PendingCauseTests {
  /// Replaces the ages in a text, which differ from run to run.
  private func withoutAges(_ text: String) -> String {
    text.replacing(/\b(\d+ min( \d+ s)?|\d+(\.\d+)? m?s)\b/, with: "0 s").replacing("0 s to 0 s", with: "0 s")
  }

  private var snapshot: PendingSnapshot { PromiseDiagnostics.pendingPromises() }

  @Test func `without pending promises, there is no cause`() {
    #expect(snapshot.description == "no pending promises")
    #expect(snapshot.causes.isEmpty)
    #expect(snapshot.mermaid.hasPrefix("flowchart BT\n"))
  }

  @Test func `a forgotten resolver is the cause, with what waits for it`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    let last = promise.map(on: .main) { $0 }.done(on: nil) { _ in }
    promise.pipe { _ in }
    let task = Task { try await last.get() }
    while snapshot.promises.last?.waiters.isEmpty ?? true { await Task.yield() }
    #expect(
      snapshot.causes.map(withoutAges) == [
        "pending for 0 s: a resolver created at \(#fileID):\(line) is alive and was never called; 1 task, 2 handlers and "
          + "1 promise wait for it"
      ])
    #expect(
      withoutAges(snapshot.description)
        == """
        3 pending promises

        1. \(withoutAges(snapshot.causes[0]))

        #1 Promise<Int> from pending, \(#fileID):\(line), 0 s, waits for its resolver
        ├─ #2 Promise<Int> from map, \(#fileID):\(line + 2), 0 s, handler on the main queue
        │  ↳ #3 Promise<Void> from done, \(#fileID):\(line + 2), 0 s
        │  ↳ a task
        └─ a handler
        """)
    resolver.reject(CancellationError())
    _ = await task.result
  }

  @Test func `resolvers with the same creation site are one cause`() {
    let resolvers = (0..<3).map { _ in Promise<Int>.pending().resolver }
    let line = #line - 1
    let derived = resolvers.map { $0.promise.map { $0 } }
    #expect(
      snapshot.causes.map(withoutAges) == [
        "3 promises, pending for up to 0 s: resolvers created at \(#fileID):\(line) are alive and were never called; "
          + "3 handlers wait for them"
      ])
    withExtendedLifetime((resolvers, derived)) {}
  }

  @Test func `a circle is the cause, even if other promises wait for it`() throws {
    let later = Lock(Promise.value(0))
    let (start, resolver) = Promise<Void>.pending()
    let line = #line + 1
    let first = start.then(on: nil) { later.withLock { $0 } }
    let second = first.map(on: nil) { $0 }
    later.withLock { $0 = second }
    let third = second.map(on: nil) { $0 }
    resolver.fulfill()
    let cause = try #require(snapshot.causes.first)
    #expect(snapshot.causes.count == 1)
    let site = { (line: Int) in "\(#fileID):\(line)" }
    #expect(
      withoutAges(cause)
        == "pending for 0 s: it waits for itself through 2 promises: \(site(line)) (then) → \(site(line + 1)) (map) → "
        + "\(site(line)) (then); 1 promise waits for it")
    #expect(snapshot.description.contains("Promise<Int> (see above)"))
    third.cancel()
    first.cancel()
  }

  @Test func `a circle of a single promise is a cause`() {
    let itself = Lock<Promise<Int>?>(nil)
    let (start, resolver) = Promise<Void>.pending()
    // The promise that the handler returns adopts the promise that waits for it.
    let first = start.then(on: nil) { when(fulfilled: [itself.withLock { $0! }]).map(on: nil) { $0[0] } }
    itself.withLock { $0 = first }
    resolver.fulfill()
    #expect(snapshot.causes.count == 1)
    #expect(snapshot.causes[0].contains("it waits for itself through 3 promises"))
    first.cancel()
  }

  @Test func `the promises of a circle are in the order in which each waits for the next`() {
    // A component with two circles: 1 → 2 → 1 and 1 → 3 → 4 → 1. The shortest is displayed.
    let graph = WaitGraph(
      TestGraph.promises([[2, 3], [1], [4], [1]]))
    #expect(graph.roots.map { $0.sorted() } == [[0, 1, 2, 3]])
    #expect(PendingCause.all(in: graph).map { $0.promises.map(\.number) } == [[1, 2]])
  }

  @Test func `the limit of a timeout comes after what is awaited`() {
    let (promise, resolver) = Promise<Int>.pending()
    let limited = promise.timeout(seconds: 1000)
    #expect(snapshot.causes.count == 2)
    #expect(snapshot.causes[0].contains("a resolver created at"))
    #expect(snapshot.causes[1].contains("is due in 16 min"))
    #expect(snapshot.findings.count == 1)
    resolver.fulfill(1)
    withExtendedLifetime(limited) {}
  }

  @Test func `a handler that occupies a queue explains why another one is queued there`() async throws {
    let queue = DispatchQueue(label: "busy")
    let hasStarted = Gate()
    let mayEnd = DispatchSemaphore(value: 0)
    let running = Promise.value(1).map(on: queue) { _ in
      hasStarted.open()
      mayEnd.wait()
    }
    let line = #line - 4
    try await hasStarted.opened()
    let queued = Promise.value(1).map(on: queue) { $0 }
    let queuedLine = #line - 1
    let causes = snapshot.causes.map(withoutAges)
    mayEnd.signal()
    #expect(
      causes.first
        == "pending for 0 s: the handler of `map` at \(#fileID):\(queuedLine) has been queued for 0 s on the queue busy, "
        + "where the handler of `map` at \(#fileID):\(line) has been running for 0 s")
    _ = try await (running.get(), queued.get())
  }

  @Test func `a message of an expectation names what the promise really waits for`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let line = #line - 1
    let derived = promise.map { $0 }.map { $0 }
    let context = try #require(PromiseContext.current)
    #expect(
      snapshot.reason(whyPending: derived.any, in: context)
        == "it waits because a resolver created at \(#fileID):\(line) is alive and was never called")
    #expect(snapshot.reason(whyPending: promise.any, in: context) == "it waits for its resolver")
    #expect(snapshot.reason(whyPending: Promise.value(1).any, in: context) == nil)
    // Both are one cause, but each has its own time.
    let timers = [1000, 60].map { after(seconds: $0) }
    #expect(snapshot.reason(whyPending: timers[1].any, in: context)?.hasSuffix("due in 60 s") == true)
    for timer in timers { timer.cancel() }
    withExtendedLifetime(resolver) {}
  }
}
