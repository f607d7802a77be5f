import Dispatch

#if DEBUG
  /// The handlers that one thread has enqueued last.
  package struct RecentJobs {
    package struct Job {
      /// The site of the promise that the handler settles.
      package let site: CreationSite
      private weak var executor: AnyObject?

      package init(on executor: AnyObject, _ site: CreationSite) {
        self.executor = executor
        self.site = site
      }

      /// The queue or the actor, if it still exists.
      package var queue: WatchedQueue? {
        switch executor {
        case let queue as DispatchQueue: WatchedQueue(.queue(queue))
        case let actor as any Actor: WatchedQueue(HandlerExecutor(onActor: actor))
        default: nil
        }
      }
    }

    /// The number of handlers that are remembered.
    package static let limit = 8

    package private(set) var jobs: [Job] = []
    private var oldest = 0

    package init() {}

    package mutating func add(_ job: Job) {
      if jobs.count < Self.limit { return jobs.append(job) }
      jobs[oldest] = job
      oldest = (oldest + 1) % Self.limit
    }
  }

  extension Trampoline {
    /// The identities of the executors whose work items this thread runs, the innermost last.
    static var identitiesOnThisThread: [HandlerExecutor.Identity] {
      let trampoline = current
      return (trampoline.outerWork + [trampoline.work]).compactMap { $0.identity }
    }

    static var recentJobs: [RecentJobs.Job] { current.recentJobs.jobs }

    /// Remembers a handler that this thread has enqueued.
    static func noteRecentJob(on executor: HandlerExecutor, _ site: CreationSite) {
      guard let object = executor.object else { return }
      current.recentJobs.add(RecentJobs.Job(on: object, site))
    }
  }

  extension HandlerExecutor {
    /// The queue or the actor, or `nil` if handlers do not wait there for each other.
    var object: AnyObject? {
      switch base {
      case .queue(let queue): queue
      case .queueWithFlags(let target): target.queue
      case .actor(let reference): reference.actor
      case .task(let settings): settings.actor
      case .inline, .adoption, .scoped: nil
      }
    }
  }
#endif
