import Dispatch
import PromiseConcurrency
import PromiseTesting
import TestSupport
import Testing

/// First-in, first-out order for synchronous callers on any thread.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct PromiseQueueTests {
  private let log = Log<Int>()

  @Test func `add returns a promise of the value or the error of the operation`() async throws {
    let queue = PromiseQueue()
    #expect(try await queue.add { 1 }.get() == 1)
    #expect(try await queue.add { Promise.value(2) }.get() == 2)
    await #expect(throws: TestError.one) { try await queue.add { throw TestError.one }.get() }
    #expect(try await queue.add { 3 }.get() == 3)
  }

  @Test func `an operation ends before the next one starts`() async throws {
    let queue = PromiseQueue()
    let promises = (0..<100).map { number in
      queue.add { [log] in
        log(number)
        await Task.yield()
        log(number)
      }
    }
    try await when(fulfilled: promises).get()
    #expect(log.entries == (0..<200).map { $0 / 2 })
    #expect(queue.unfinishedCount == 0)
  }

  @Test func `an operation that returns a promise runs until the promise settles`() async throws {
    let queue = PromiseQueue()
    let (first, resolver) = Promise<Int>.pending()
    let one = queue.add { first }
    let other = queue.add { [log] in log(first.value ?? -1) }
    resolver.fulfill(1)
    try await other.get()
    #expect(log.entries == [1])
    #expect(try await one.get() == 1)
  }

  @Test func `canceling an operation cancels the promise that the operation returned`() async throws {
    let queue = PromiseQueue()
    let (isRunning, isCanceled) = (Gate(), Gate())
    let (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { isCanceled.open() }
    let operation = queue.add {
      isRunning.open()
      return promise
    }
    try await isRunning.opened()
    operation.cancel()
    await #expect(throws: CancellationError.self) { try await operation.get() }
    try await isCanceled.opened()
  }

  @Test func `operations that eight threads add keep the order of each thread`() async throws {
    let queue = PromiseQueue()
    let perThread = many(100_000) / 8
    let orders = Log<(thread: Int, number: Int)>()
    await onThreads(8) { thread in
      for number in 0..<perThread { queue.add { orders((thread, number)) } }
    }
    try await queue.add {}.get()
    let entries = orders.entries
    #expect(entries.count == perThread * 8)
    for thread in 0..<8 {
      #expect(entries.lazy.filter { $0.thread == thread }.map(\.number).elementsEqual(0..<perThread))
    }
  }

  @Test func `at most maxConcurrent operations run concurrently`() async throws {
    let queue = PromiseQueue(maxConcurrent: 3)
    let crowd = Crowd()
    let promises = (0..<100).map { _ in
      queue.add {
        crowd.enter()
        await Task.yield()
        crowd.leave()
      }
    }
    try await when(fulfilled: promises).get()
    #expect((1...3).contains(crowd.most))
  }

  // MARK: Cancellation

  @Test func `canceling a waiting operation removes and releases it immediately`() async throws {
    let queue = PromiseQueue()
    let gate = Gate()
    let lifetime = Lifetime()
    let first = queue.add { try await gate.opened() }
    var object: Lifetime.Object? = lifetime.object()
    let second = queue.add { [log, object] in
      object?.touch()
      log(2)
    }
    object = nil
    let third = queue.add { [log] in log(3) }
    #expect(queue.unfinishedCount == 3)
    second.cancel()
    #expect(second.isCancelled && queue.unfinishedCount == 2)
    // Its operation is released immediately rather than when it would have been called.
    while lifetime.alive > 0 { await Task.yield() }
    #expect(first.isPending && third.isPending)
    gate.open()
    try await third.get()
    #expect(log.entries == [3])
  }

  @Test func `the next operation starts when a canceled one has returned`() async throws {
    let queue = PromiseQueue()
    let isRunning = Gate()
    let mayEnd = Gate()
    let first = queue.add { [log] in
      isRunning.open()
      do { try await suspendUntilCanceled() } catch { log(1) }
      await Task { try? await mayEnd.opened() }.value
      log(2)
    }
    let second = queue.add { [log] in log(3) }
    try await isRunning.opened()
    first.cancel()
    #expect(first.isCancelled)
    mayEnd.open()
    try await second.get()
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `cancelAll cancels running and waiting operations`() async throws {
    let queue = PromiseQueue(maxConcurrent: 2)
    let running = [Gate(), Gate()]
    let promises = (0..<10).map { number in
      queue.add { [log] in
        log(number)
        running[number].open()
        try await suspendUntilCanceled()
      }
    }
    for gate in running { try await gate.opened() }
    queue.cancelAll()
    #expect(promises.allSatisfy { $0.isCancelled })
    try await queue.add { [log] in log(10) }.get()
    #expect(log.entries.sorted() == [0, 1, 10])
  }

  @Test func `cancelAll cancels in reverse order`() async throws {
    let queue = PromiseQueue()
    let isRunning = Gate()
    for number in 0..<4 {
      queue.add {
        isRunning.open()
        try await suspendUntilCanceled()
      }.catch(on: nil, policy: .allErrors) { [log] _ in log(number) }
    }
    try await isRunning.opened()
    queue.cancelAll()
    #expect(log.entries == [3, 2, 1, 0])
  }

  @Test @MainActor func `canceling a waiting operation makes room immediately`() async throws {
    let queue = PromiseQueue(maxWaiting: 1)
    let gate = Gate()
    queue.add { try await gate.opened() }
    queue.add { [log] in log(1) }.cancel()
    // No operation has started yet.
    let next = queue.add { [log] in log(2) }
    #expect(queue.unfinishedCount == 2)
    gate.open()
    try await next.get()
    #expect(log.entries == [2])
  }

  @Test func `the promise of an operation settles before the next operation starts`() async throws {
    let queue = PromiseQueue()
    for _ in 0..<many(4000) {
      let first = queue.add {}
      queue.add { [log] in if first.isPending { log(1) } }
    }
    try await queue.add {}.get()
    #expect(log.entries == [])
  }

  @Test func `canceling an operation may race with its start`() async throws {
    let queue = PromiseQueue()
    let begun = Crowd()
    let promises = (0..<many(4000)).map { _ in
      queue.add { begun.enter() }
    }
    await elsewhere { for promise in promises { promise.cancel() } }
    try await queue.add {}.get()
    let fulfilled = promises.count { $0.isFulfilled }
    #expect(fulfilled <= begun.all)
    #expect(promises.allSatisfy { $0.isFulfilled || $0.isCancelled })
  }

  @Test func `canceling the last consumer of a waiting operation removes the operation`() async throws {
    let queue = PromiseQueue()
    let gate = Gate()
    queue.add { try await gate.opened() }
    let chain = queue.add { [log] in log(2) }.map(on: nil) { 1 }
    chain.cancel()
    gate.open()
    try await queue.add {}.get()
    #expect(log.entries == [])
  }

  // MARK: Invalid arguments and limits

  @Test(arguments: [0, -1, .min]) func `a queue with an invalid limit rejects every operation`(_ count: Int) async {
    let queue = PromiseQueue(maxConcurrent: count)
    await #expect(throws: PromiseError.badInput) { try await queue.add { [log] in log(1) }.get() }
    #expect(log.entries == [] && queue.unfinishedCount == 0)
  }

  @Test(arguments: [0, -1, 2]) func `a full queue rejects further operations`(_ maxWaiting: Int) async throws {
    let queue = PromiseQueue(maxWaiting: maxWaiting)
    let gate = Gate()
    let admitted = (0..<(1 + max(maxWaiting, 0))).map { _ in queue.add { try await gate.opened() } }
    let tooMany = queue.add { [log] in log(1) }
    await #expect(throws: PromiseError.queueIsFull) { try await tooMany.get() }
    gate.open()
    try await when(fulfilled: admitted).get()
    try await queue.add { [log] in log(2) }.get()
    #expect(log.entries == [2])
  }

  @Test func `operations run after the queue has been released`() async throws {
    let gate = Gate()
    var queue: PromiseQueue? = PromiseQueue()
    queue?.add { try await gate.opened() }
    let last = queue?.add { 1 }
    queue = nil
    gate.open()
    #expect(try await last?.get() == 1)
  }

  // MARK: Inheritance

  @TaskLocal static var name = "default"

  @Test func `an operation inherits task-local values and priority from the code that adds it`() async throws {
    let queue = PromiseQueue()
    let names = Self.$name.withValue("inherited") {
      [queue.add { Self.name }, queue.add { Self.name }]
    }
    let other = queue.add { Self.name }
    #expect(try await when(fulfilled: names).get() == ["inherited", "inherited"])
    #expect(try await other.get() == "default")
    #expect(try await queue.add(priority: .high) { Task.currentPriority }.get() >= .high)
  }

  @Test @MainActor func `operations run with the isolation of the surrounding code`() async throws {
    let queue = PromiseQueue()
    var notes: [Int] = []
    for number in 0..<10 {
      queue.add {
        MainActor.preconditionIsolated()
        await Task.yield()
        notes.append(number)
      }
    }
    try await queue.add {}.get()
    #expect(notes == Array(0..<10))
  }
}
