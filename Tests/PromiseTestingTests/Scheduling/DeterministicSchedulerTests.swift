import Dispatch
@testable import PromiseTesting
import TestSupport
import Testing

/// Tests of the order of jobs that a seed determines.
@Suite(.sharingProcessors) struct DeterministicSchedulerTests {
  let queues = (0..<3).map { DispatchQueue(label: "DeterministicSchedulerTests.\($0)") }

  actor Worker {
    func note(_ promise: Promise<Void>, _ note: @escaping @Sendable () -> Void) -> Promise<Void> {
      promise.done {
        _ = self
        note()
      }
    }
  }

  /// Runs chains on queues, an actor, the main actor and in tasks, which log their steps.
  private func race(_ log: Log<String>) async throws {
    let (start, resolver) = Promise<Void>.pending()
    var chains: [Promise<Void>] = queues.enumerated().map { number, queue in
      start.done(on: queue) { log("\(number)a") }.done(on: queue) { log("\(number)b") }
    }
    chains.append(start.done { @MainActor in log("main") })
    chains.append(await Worker().note(start) { log("actor") })
    chains.append(
      start.done { _ in
        log("task a")
        await Task.yield()
        log("task b")
      })
    chains.append(queues[0].async(.promise) { () throws in log("0 work") })
    resolver.fulfill(())
    try await when(fulfilled: chains).get()
  }

  private func orders(_ seeds: [Int]) async throws -> [String] {
    let orders = Log<String>()
    for seed in seeds {
      let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: [seed]))) {
        let log = Log<String>()
        try await race(log)
        orders(log.entries.joined(separator: " "))
      }
      #expect(found.isEmpty)
    }
    return orders.entries
  }

  @Test func `the same seed gives the same order`() async throws {
    for seed in 0..<5 { #expect(Set(try await orders(Array(repeating: seed, count: 10))).count == 1) }
  }

  @Test func `different seeds give different orders and keep the order of each executor`() async throws {
    let orders = try await orders(Array(0..<30))
    #expect(Set(orders).count > 20)
    // Each executor keeps its order for every seed.
    for order in orders {
      let steps = order.split(separator: " ").map(String.init)
      for position in 0..<3 {
        #expect(try #require(steps.firstIndex(of: "\(position)a")) < #require(steps.firstIndex(of: "\(position)b")))
      }
    }
  }

  @Test func `one job runs at a time`() async throws {
    let running = Log<Int>()
    let found = try await issues(with: .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<5))) {
      let inside = Lock(0)
      let handlers = (0..<20).map { number in
        Promise.value(number).done(on: .global()) { _ in
          let count = inside.withLock { count in
            count += 1
            return count
          }
          running(count)
          inside.withLock { $0 -= 1 }
        }
      }
      try await when(fulfilled: handlers).get()
    }
    #expect(found.isEmpty)
    #expect(running.entries == Array(repeating: 1, count: 100))
  }

  actor Journal {
    private(set) var entries: [Int] = []

    /// Alternates between tasks and handlers on this actor.
    func work(_ count: Int) -> [Promise<Void>] {
      (0..<count).map { number in
        if number % 2 == 0 {
          Promise { self.entries.append(number) }
        } else {
          Promise.value(()).done { self.entries.append(number) }
        }
      }
    }
  }

  @Test func `an actor keeps the order of its jobs`() async throws {
    for trait in [
      PromisesTrait.promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<20)),
      .promises(timeLimit: .testLimit, time: .manual),
    ] {
      let found = try await issues(with: trait) {
        let journal = Journal()
        try await when(fulfilled: await journal.work(200)).get()
        #expect(await journal.entries == Array(0..<200))
      }
      #expect(found.map(\.text).isEmpty)
    }
  }
}

/// The thread on which a job starts.
@Suite(.sharingProcessors) struct DeterministicSchedulerMainQueueTests {
  /// Schedules jobs on the main thread. Returns their order.
  @MainActor private func order(_ scheduler: DeterministicScheduler) async -> [Int] {
    let log = Log<Int>()
    let queue = DispatchQueue(label: "jobs")
    for number in 0..<200 {
      scheduler.schedule(in: .independent, hasOwnThread: false, { log(number) }, submit: { queue.async(execute: $0) })
    }
    while log.count < 200 { await Task.yield() }
    return log.entries
  }

  /// If a job started meanwhile, the seed would choose among fewer jobs.
  @Test @MainActor func `no job starts before the code on the main queue that has scheduled it has ended`() async {
    let expected = await order(DeterministicScheduler(seed: 1))
    for _ in 0..<3 { #expect(await order(DeterministicScheduler(seed: 1)) == expected) }
    let scheduler = DeterministicScheduler(seed: 1)
    scheduler.blockThread {}
    await onThreads(1) { _ in scheduler.blockThread {} }
    #expect(await order(scheduler) == expected)
  }

  @Test @MainActor func `jobs start by way of the main queue again after a call that blocked it`() {
    let (scheduler, hasStarted) = (DeterministicScheduler(seed: 1), DispatchSemaphore(value: 0))
    scheduler.blockThread {}
    scheduler.schedule(
      in: .independent, hasOwnThread: false, {},
      submit: { job in
        hasStarted.signal()
        DispatchQueue.global().async(execute: job)
      })
    #expect(hasStarted.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
  }

  /// Such a job is the one in which the body of a test goes to the main actor.
  @Test @MainActor func `no job starts before the code on the main queue that has scheduled it beside another job`() {
    let scheduler = DeterministicScheduler(seed: 1)
    let (isCurrent, mayEnd, hasStarted) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    func schedule(_ job: @escaping @Sendable () -> Void) {
      scheduler.schedule(
        in: .independent, hasOwnThread: false, job, submit: { DispatchQueue.global().async(execute: $0) })
    }
    DispatchQueue.global().sync {
      schedule {
        isCurrent.signal()
        mayEnd.wait()
      }
    }
    #expect(isCurrent.wait(timeout: .now() + .testLimit) == .success)
    schedule { hasStarted.signal() }
    mayEnd.signal()
    #expect(hasStarted.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
  }

  @Test func `a handler whose queue other work occupies does not stop the others`() async throws {
    let scheduler = DeterministicScheduler(seed: 1, patience: JobPatience(checksWhileRunning: 1, checksBeforeStart: 1))
    let (occupied, other) = (DispatchQueue(label: "occupied"), DispatchQueue(label: "other"))
    let (isCurrent, hasRun) = (Gate(), Gate())
    occupied.suspend()
    scheduler.schedule(on: .queue(occupied), {}) { job in
      isCurrent.open()
      occupied.async(execute: job)
    }
    try await isCurrent.opened()
    scheduler.schedule(on: .queue(other), { hasRun.open() }) { other.async(execute: $0) }
    try await hasRun.opened()
    occupied.resume()
  }

  @Test func `a job that continues while another one hangs may hang itself`() async throws {
    let scheduler = DeterministicScheduler(seed: 1, patience: JobPatience(checksWhileRunning: 1, checksBeforeStart: 1))
    let (mayContinue, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (isBlocked, isFirstHanging, isSecondHanging, hasRun) = (Gate(), Gate(), Gate(), Gate())
    func schedule(_ label: String, _ job: @escaping @Sendable () -> Void) {
      let queue = DispatchQueue(label: label)
      scheduler.schedule(on: .queue(queue), job) { queue.async(execute: $0) }
    }
    schedule("blocked") {
      isBlocked.open()
      scheduler.blockThread { mayContinue.wait() }
      isSecondHanging.open()
      end.wait()
    }
    try await isBlocked.opened()
    schedule("hanging") {
      mayContinue.signal()
      isFirstHanging.open()
      end.wait()
    }
    try await isFirstHanging.opened()
    try await isSecondHanging.opened()
    schedule("other") { hasRun.open() }
    try await hasRun.opened()
    for _ in 0..<2 { end.signal() }
  }

  @Test func `jobs of other threads do not need the main thread`() async {
    await #expect(processExitsWith: .success) {
      let (log, hasRun) = (Log<String>(), DispatchSemaphore(value: 0))
      DispatchQueue.main.async {
        log("blocked")
        #expect(hasRun.wait(timeout: .now() + .testLimit) == .success)
        log("free")
      }
      while log.count < 1 { await Task.yield() }
      let job: @Sendable () -> Void = {
        log("job")
        hasRun.signal()
      }
      let scheduler = DeterministicScheduler(seed: 1)
      scheduler.schedule(
        in: .independent, hasOwnThread: false, job, submit: { DispatchQueue.global().async(execute: $0) })
      while log.count < 3 { await Task.yield() }
      #expect(log.entries == ["blocked", "job", "free"])
    }
  }
}

/// Tests of jobs that block their threads until other jobs have run.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<10)))
struct ShuffledBlockingTests {
  let queue = DispatchQueue(label: "ShuffledBlockingTests")

  @Test func `a test that is not async waits for promises`() throws {
    let log = Log<Int>()
    let promise = Promise.value(1).done(on: queue) { log($0) }.done { log(2) }
    #expect(waitForPromises(timeout: .testLimit))
    #expect(log.entries == [1, 2])
    #expect(promise.isFulfilled)
    #expect(try hang(Promise.value(3).map(on: queue) { $0 }) == 3)
  }

  @Test @MainActor func `a test on the main actor that is not async waits for promises`() throws {
    let log = Log<Int>()
    let promise = Promise.value(1).done(on: queue) { log($0) }.done { log(2) }
    #expect(waitForPromises(timeout: .testLimit))
    #expect(log.entries == [1, 2])
    #expect(promise.isFulfilled)
    #expect(try hang(Promise.value(3).map(on: queue) { $0 }) == 3)
  }

  @Test func `a job that blocked resumes when no other job is current`() async throws {
    let (promise, resolver) = Promise<Int>.pending()
    let hasResumed = DispatchSemaphore(value: 0)
    let one = Promise.value(1).done(on: queue) { _ in
      _ = try? hang(promise)
      hasResumed.signal()
    }
    let other = Promise.value(2).done(on: DispatchQueue(label: "other")) { _ in
      resolver.fulfill(1)
      // The first job no longer has to wait, but it resumes only when this job has finished.
      #expect(hasResumed.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
    }
    try await when(fulfilled: one, other).get()
    let hasResumedNow = { hasResumed.wait(timeout: .now()) == .success }
    #expect(hasResumedNow())
  }

  @Test @MainActor func `a body on the main actor is part of the order`() async throws {
    let log = Log<String>()
    let chain = Promise.value(1).done(on: queue) { _ in log("queue") }.done { log("main") }
    log("body")
    try await chain.get()
    #expect(log.entries == ["body", "queue", "main"])
  }

  @Test func `manual time works with a shuffled order`() async throws {
    let found = try await issues(
      with: .promises(timeLimit: .testLimit, time: .manual, order: .shuffled(seeds: 0..<10))
    ) {
      let clock = try ManualClock.current
      let log = Log<String>()
      let slow = after(seconds: 2).done(on: .global()) { log("slow") }
      let quick = after(seconds: 1).then(on: .global()) { after(seconds: 0.5) }.done(on: .global()) { log("quick") }
      await clock.advance(by: .seconds(2))
      #expect(slow.isFulfilled && quick.isFulfilled)
      #expect(log.entries == ["quick", "slow"])
    }
    #expect(found.isEmpty)
  }
}

/// Tests of jobs that wait for another job in a way that the library cannot detect.
@Suite(.sharingProcessors, .promises(timeLimit: .testLimit, order: .shuffled(seeds: 0..<2)))
struct ShuffledWatchdogTests {
  @Test func `a job that waits for another job lets it run after two seconds`() async throws {
    let semaphore = DispatchSemaphore(value: 0)
    let one = Promise.value(1).done(on: DispatchQueue(label: "one")) { _ in semaphore.wait() }
    let other = Promise.value(2).done(on: DispatchQueue(label: "other")) { _ in semaphore.signal() }
    try await when(fulfilled: one, other).get()
    #expect(one.isFulfilled && other.isFulfilled)
  }

  @Test func `a test that blocks its thread lets other jobs run`() {
    let promise = Promise.value(1).map(on: .global()) { $0 }
    #expect((try? promise.wait()) == 1)
  }
}
