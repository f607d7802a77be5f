import Dispatch
import PromiseCore
import TestSupport
import Testing

#if DEBUG
  @Suite(.sharingProcessors) struct RecentJobsTests {
    @Test func `the last handlers are remembered`() {
      let queue = DispatchQueue(label: "queue")
      var jobs = RecentJobs()
      for line in 1...2 * RecentJobs.limit {
        jobs.add(RecentJobs.Job(on: queue, CreationSite("M/F.swift", UInt(line))))
        let first = max(1, line - RecentJobs.limit + 1)
        #expect(jobs.jobs.map(\.site.line).sorted() == Array(first...line))
      }
    }

    @Test func `queues and actors are recognized, and not retained`() {
      var queue: DispatchQueue? = DispatchQueue(label: "queue")
      var actor: QueueActor? = QueueActor()
      let jobs = ([queue!, actor!] as [any AnyObject & Sendable]).map {
        RecentJobs.Job(on: $0, CreationSite("M/F.swift", 1))
      }
      #expect(jobs.map { $0.queue?.name } == ["the queue queue", "the actor QueueActor"])
      queue = nil
      actor = nil
      #expect(jobs.allSatisfy { $0.queue == nil })
    }
  }
#endif
