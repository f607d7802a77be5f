import PromiseCore
import TestSupport
import Testing

/// `ProgressHandlers`, as a part of `ProgressStateMachine`, in every interleaving of the steps of several threads.
@Suite(.sharingProcessors) struct ProgressHandlersTests {
  // MARK: - Handlers with an executor

  /// A progress with one handler on a serial executor.
  struct Scheduled {
    var state = ProgressStateMachine<Int>()
    /// The fractions in the order of the changes, followed by `nil`.
    var changes: [Double?] = []
    /// The jobs that have been enqueued and have not run.
    var queue: [ProgressHandlers<Int>.Job] = []
    var received: [Double?] = []
    /// What the handler had received when the handlers of the outcome ran.
    var receivedBeforeOutcome: [Double?]?

    typealias Step = Interleavings<Scheduled>.Step

    init() { _ = state.observe(1, isInline: false, startsWithSnapshot: false) }

    /// A report under the lock, after which the thread enqueues the jobs that it finds.
    static func report(_ count: Int64) -> Step {
      Step("reports \(count)") { model in
        if model.state.report(.init(completed: count, total: 4, description: "")) {
          model.changes.append(Double(count) / 4)
        }
        return [
          Step("takes the jobs after \(count)") { model in enqueue("after \(count)", model.state.handlers.takeJobs()) }
        ]
      }
    }

    static func enqueue(_ name: String, _ jobs: [ProgressHandlers<Int>.Job], then after: [Step] = []) -> [Step] {
      guard let job = jobs.first else { return after }
      return [
        Step("enqueues a job \(name)") { model in
          model.queue.append(job)
          return enqueue(name, Array(jobs.dropFirst()), then: after)
        }
      ]
    }

    /// The end, after which the thread enqueues the handlers of the outcome. They run after all jobs in the queue.
    static var finish: Step {
      let outcome = Step("enqueues the outcome") { model in
        var later = model
        while !later.queue.isEmpty { later.runJob() }
        model.receivedBeforeOutcome = later.received
        return []
      }
      return Step("finishes") { model in
        model.changes += [1, nil]
        return enqueue("after the end", model.state.finish(isFulfilled: true)!.jobs, then: [outcome])
      }
    }

    static var run: Step {
      Step("runs a job") { model in
        if !model.queue.isEmpty { model.runJob() }
        return []
      }
    }

    mutating func runJob() {
      let job = queue.removeFirst()
      while let snapshot = state.handlers.nextSnapshot(for: job) { received.append(snapshot?.fractionCompleted) }
    }
  }

  @Test func `a handler with an executor receives every change in order, and the end before the outcome`() {
    let count = Interleavings.explore(
      Scheduled(), threads: [[Scheduled.report(1)], [Scheduled.report(2)], [Scheduled.finish], [Scheduled.run]]
    ) { model, trail in
      var model = model
      while !model.queue.isEmpty { model.runJob() }
      if model.received != model.changes || model.receivedBeforeOutcome != model.changes {
        Issue.record("\(model.received), not \(model.changes): \(trail)")
      }
    }
    #expect(count > 1000)
  }

  @Test func `a job does not deliver snapshots of later jobs, so that other jobs of its executor can run`() {
    var state = ProgressStateMachine<Int>()
    _ = state.observe(7, isInline: false, startsWithSnapshot: true)
    _ = state.report(ProgressSnapshot(completed: 1, total: 4, description: ""))
    let (jobs, none) = (state.handlers.takeJobs(), state.handlers.takeJobs())
    #expect(none.isEmpty && jobs.map(\.handler) == [7, 7])
    for completed in [0, 1] as [Int64] {
      let job = jobs[Int(completed)]
      let (first, second) = (state.handlers.nextSnapshot(for: job), state.handlers.nextSnapshot(for: job))
      #expect(first??.completedUnitCount == completed && second == nil)
    }
  }

  @Test func `a removed handler with an executor receives what had been queued`() {
    var state = ProgressStateMachine<Int>()
    let number = state.observe(7, isInline: false, startsWithSnapshot: true)
    #expect(state.handlers.count == 1)
    let removed = [state.handlers.remove(number), state.handlers.remove(number)]
    _ = state.report(ProgressSnapshot(completed: 1, total: 4, description: ""))
    let jobs = state.handlers.takeJobs()
    #expect(removed == [7, nil] && jobs.map(\.handler) == [7] && state.handlers.count == 0)
  }

  // MARK: - Waiters

  @Test func `a waiter is called after everything that is queued`() {
    var state = ProgressStateMachine<Int>()
    _ = state.observe(7, isInline: true, startsWithSnapshot: false)
    let early = state.handlers.wait(1)
    #expect(!early)
    _ = state.report(ProgressSnapshot(completed: 1, total: 4, description: ""))
    let queued = state.handlers.wait(2)
    let first = state.handlers.startDelivering()
    _ = state.finish(isFulfilled: true)
    let delivering = state.handlers.wait(3)
    #expect(queued && delivering)
    var calls = [first]
    while let next = state.handlers.nextNotification() { calls.append(next) }
    #expect(calls.map { $0?.handlers.map(\.handler) } == [[7], [7], [7], [2, 3]])
    let late = state.handlers.wait(4)
    #expect(!late)
  }

  @Test func `nothing waits for a handler that blocks its thread`() {
    var state = ProgressStateMachine<Int>()
    _ = state.observe(7, isInline: true, startsWithSnapshot: false)
    _ = state.finish(isFulfilled: true)
    _ = state.handlers.startDelivering()
    let before = state.handlers.wait(1)
    let released = state.handlers.block()
    let during = state.handlers.wait(2)
    _ = state.handlers.nextNotification()
    let after = state.handlers.wait(3)
    #expect(before && released == [1] && !during && after)
    let next = state.handlers.nextNotification()
    let end = state.handlers.nextNotification()
    #expect(next?.handlers.map(\.handler) == [3] && end == nil)
  }
}
