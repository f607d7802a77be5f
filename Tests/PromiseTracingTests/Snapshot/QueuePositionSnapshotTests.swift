import PromiseTesting
import TestSupport
import Testing

@testable import PromiseCore
@testable import PromiseTracing

/// What a snapshot says about the operations of a `PromiseQueue`: those that wait for their turn wait for those that run.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, pending: .ignore, abandoned: .ignore))
struct QueuePositionSnapshotTests {
  /// Takes snapshots until one meets a condition.
  private func snapshot(_ condition: (PendingSnapshot) -> Bool) async throws -> PendingSnapshot {
    while true {
      try Task.checkCancellation()
      let snapshot = PromiseDiagnostics.pendingPromises()
      if condition(snapshot) { return snapshot }
      await Task.yield()
    }
  }

  private func site(_ line: Int) -> String { "\(#fileID):\(line)" }

  @Test func `an operation that returns the promise of one that is queued behind it is a circle`() async throws {
    let queue = PromiseQueue()
    let line = #line + 1
    queue.add {
      queue.add { 3 }
    }
    let found = try await snapshot { $0.causes.first?.contains("itself") == true }
    #expect(found.causes.count == 1)
    #expect(
      found.causes[0].hasSuffix(
        """
        : it waits for itself through 2 promises: \(site(line)) (add) → \(site(line + 1)) (add) → \(site(line)) (add); \
        the operation added at \(site(line)) waits for the one added at \(site(line + 1)), which is queued behind it \
        in the PromiseQueue created at \(site(line - 2)): add the second operation to another queue, or do not await \
        it in the first; 1 task waits for it
        """))
    queue.cancelAll()
  }

  @Test func `a circle through a queue of several operations says how many others run`() async throws {
    let queue = PromiseQueue(maxConcurrent: 2)
    let third = Gate()
    let kept = Lock<Promise<Int>?>(nil)
    let line = #line + 2
    for _ in 0..<2 {
      queue.add { () async throws -> Int in
        try await third.opened()
        return try await kept.withLock { $0! }.get()
      }
    }
    kept.withLock { $0 = queue.add { 3 } }
    third.open()
    let found = try await snapshot { $0.causes.count == 1 && $0.causes[0].contains("itself") }
    #expect(
      found.causes[0].contains(
        """
        the operation added at \(site(line)) waits for the one added at \(site(line + 5)), which is queued behind it \
        and 1 other operation in the PromiseQueue created at \(site(line - 5))
        """))
    queue.cancelAll()
  }

  @Test func `a circle through two queues names an operation of one of them`() async throws {
    let (one, other) = (PromiseQueue(), PromiseQueue())
    let areAdded = Gate()
    let kept = Lock<[Promise<Int>]>([])
    let line = #line + 1
    one.add {
      try await areAdded.opened()
      return try await kept.withLock { $0[0] }.get()
    }
    other.add {
      try await areAdded.opened()
      return try await kept.withLock { $0[1] }.get()
    }
    kept.withLock { $0 = [other.add { 1 }, one.add { 2 }] }
    areAdded.open()
    let found = try await snapshot { $0.causes.count == 1 && $0.causes[0].contains("itself through 4") }
    #expect(
      found.causes[0].contains(
        """
        the operation added at \(site(line + 4)) waits for the one added at \(site(line + 8)), which is queued behind \
        it in the PromiseQueue created at \(site(line - 4)): 
        """))
    one.cancelAll()
    other.cancelAll()
  }

  @Test func `the tree and the graphs name the queue in which a promise waits`() async throws {
    let queue = PromiseQueue()
    let label = "queued behind it in the PromiseQueue created at \(site(#line - 1))"
    queue.add { try await suspendUntilCanceled() }
    queue.add { 2 }
    let found = try await snapshot { $0.promises.count == 2 && $0.promises[1].dependencies.count == 2 }
    #expect(found.description.hasSuffix(", \(label)"))
    #expect(found.mermaid.contains("\n  p1 -->|\"\(label)\"| p0\n"))
    #expect(found.graphviz.contains("\n  p1 -> p0 [label = \"\(label)\"]\n"))
    queue.cancelAll()
  }

  @Test func `a canceled operation that has not returned is named by what waits behind it`() async throws {
    let queue = PromiseQueue()
    let isRunning = Gate()
    let mayReturn = Lock<UnsafeContinuation<Void, Never>?>(nil)
    let line = #line + 1
    let first = queue.add {
      await withUnsafeContinuation { continuation in
        mayReturn.withLock { $0 = continuation }
        isRunning.open()
      }
    }
    let second = queue.add(name: "second") { 2 }
    try await isRunning.opened()
    first.cancel()
    let text = """
      its turn in the PromiseQueue created at \(site(line - 4)), behind the operation added at \(site(line)), which was \
      canceled and has not returned
      """
    let found = try await snapshot { $0.promises.first?.dependencies == [.queuedTask(name: "second")] }
    #expect(found.causes[0].hasSuffix(": the task \"second\", added at \(site(line + 6)), waits for \(text)"))
    #expect(found.description.hasSuffix(", waits for \(text)"))
    mayReturn.withLock { $0 }?.resume()
    #expect(try await second.get() == 2)
  }

  @Test func `an operation that has been called and has not begun waits for its task`() async throws {
    let queue = PromiseQueue()
    let mayEnd = Gate()
    queue.add { try await mayEnd.opened() }
    let occupied = QueueActor()
    let second = await occupied.add(to: queue)
    _ = try await snapshot { $0.promises.count == 2 && $0.promises[1].dependencies.count == 2 }
    let found = await occupied.snapshot(after: {
      mayEnd.open()
      while !queue.runningPromises.contains(AnyPromise(second)) {}
    })
    #expect(found.promises.map(\.dependencies) == [[.task(name: "second")]])
    #expect(try await second.get() == 2)
  }
}

extension QueueActor {
  fileprivate func add(to queue: PromiseQueue) -> Promise<Int> {
    queue.add(name: "second") {
      self.preconditionIsolated()
      return 2
    }
  }

  /// Takes a snapshot after `body`, which occupies the actor.
  fileprivate func snapshot(after body: @Sendable () -> Void) -> PendingSnapshot {
    body()
    return PromiseDiagnostics.pendingPromises()
  }
}
