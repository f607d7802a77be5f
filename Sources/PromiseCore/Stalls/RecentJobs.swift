import Dispatch

#if DEBUG
  /// The handlers that were enqueued last.
  package struct RecentJobs: Sendable {
    package struct Job: Sendable {
      /// The site of the promise that the handler settles.
      package let site: CreationSite
      private weak var executor: (any AnyObject & Sendable)?

      package init(on executor: any AnyObject & Sendable, _ site: CreationSite) {
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
    package static let limit = 256

    package private(set) var jobs: [Job] = []
    private var oldest = 0

    package init() {}

    package mutating func add(_ job: Job) {
      if jobs.count < Self.limit { return jobs.append(job) }
      jobs[oldest] = job
      oldest = (oldest + 1) % Self.limit
    }
  }

  extension HandlerExecutor {
    /// The queue or the actor, or `nil` if handlers do not wait there for each other.
    var object: (any AnyObject & Sendable)? {
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
