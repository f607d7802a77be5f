import PlainSwift
import PlainSwiftTesting
import Testing

private enum Request {
  @TaskLocal static var id = 0
}

@Suite(.tasks, .timeLimit(.minutes(1))) struct AsyncQueueTests {
  let log = Log()

  @Test func `each operation ends before the next one starts`() async throws {
    let queue = AsyncQueue()
    let tasks = (0..<100).map { [log] number in
      queue.add {
        log.note("start \(number)")
        for _ in number..<100 { await Task.yield() }  // An operation that starts early would overtake this one.
        log.note("end \(number)")
        return number
      }
    }
    for (number, task) in tasks.enumerated() { #expect(try await task.value == number) }
    #expect(log.lines == (0..<100).flatMap { ["start \($0)", "end \($0)"] })
  }

  @Test func `as many operations run at a time as the limit permits`() async throws {
    let queue = AsyncQueue(maxConcurrent: 2)
    let (both, first, end) = (Gate(), Gate(), Gate())
    let one = queue.add { [log] in
      await both.opened()
      first.open()
      await end.opened()
      log.note("1")
    }
    queue.add { both.open() }  // Operation 1 waits for this one.
    await first.opened()
    queue.add { await end.opened() }
    let four = queue.add { [log] in log.note("4") }
    end.open()
    try await one.value
    try await four.value
    #expect(Set(log.lines) == ["1", "4"])
  }

  @Test func `an operation beyond the limit waits for a running one`() async throws {
    let queue = AsyncQueue(maxConcurrent: 2)
    let end = Gate()
    let running = (1...2).map { [log] number in
      queue.add {
        log.note("start")
        await end.opened()
        log.note("end \(number)")
      }
    }
    let third = queue.add { [log] in log.lines }
    end.open()
    for task in running { try await task.value }
    #expect(try await third.value.contains { $0.hasPrefix("end") })
  }

  @Test func `a failed operation does not stop the queue`() async throws {
    let queue = AsyncQueue()
    let failed = queue.add { throw TimedOut() }
    let next = queue.add { 2 }
    await #expect(throws: TimedOut.self) { try await failed.value }
    #expect(try await next.value == 2)
  }

  @Test func `a canceled operation that waits is not called, and does not hold up the queue`() async throws {
    let queue = AsyncQueue()
    let end = Gate()
    queue.add { await end.opened() }
    let canceled = queue.add { [log] in log.note("called") }
    let next = queue.add { 3 }
    canceled.cancel()
    await #expect(throws: CancellationError.self) { try await canceled.value }  // although the first one is running
    end.open()
    #expect(try await next.value == 3)
    #expect(log.lines == [])
  }

  @Test func `the next operation waits until a canceled one has returned`() async throws {
    let queue = AsyncQueue()
    let (start, end) = (Gate(), Gate())
    let canceled = queue.add { [log] in
      start.open()
      await end.opened()
      log.note("returned, canceled: \(Task.isCancelled)")
    }
    let next = queue.add { [log] in log.note("next") }
    await start.opened()
    canceled.cancel()
    end.open()
    try await next.value
    #expect(log.lines == ["returned, canceled: true", "next"])
  }

  @Test func `operations run after the queue has been released`() async throws {
    let end = Gate()
    var queue: AsyncQueue? = AsyncQueue()
    queue?.add { await end.opened() }
    let last = queue?.add { 2 }
    weak let released = queue
    queue = nil
    #expect(released == nil)
    end.open()
    #expect(try await last?.value == 2)
  }

  @Test func `an operation inherits task-local values`() async throws {
    let queue = AsyncQueue()
    let task = Request.$id.withValue(7) { queue.add { Request.id } }
    #expect(try await task.value == 7)
  }
}
