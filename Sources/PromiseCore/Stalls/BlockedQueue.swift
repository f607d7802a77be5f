import CPromiseCore
import Dispatch

#if DEBUG
  /// The queues and actors that a call of `wait()` blocks, because the call is made in their work items.
  ///
  /// Each level of the trampoline may belong to another work item, and the current queue may run code that no promise has
  /// called.
  package final class BlockedQueue: Sendable {
    /// The site of the call.
    let site: CreationSite
    private let isMainThread: Bool
    private let identities: [HandlerExecutor.Identity]
    private let label: String

    /// Describes a call that blocks the current thread.
    init(_ site: CreationSite) {
      self.site = site
      isMainThread = promise_core_is_main_thread()
      identities = Trampoline.identitiesOnThisThread
      label = String(cString: promise_core_queue_label())
    }

    /// Whether the call may block `queue`. Of queues with one label, it blocks at most one: the watch finds out whether the
    /// queue runs.
    func contains(_ queue: WatchedQueue) -> Bool {
      if queue.isMain, isMainThread { return true }
      return identities.contains(queue.identity) || !label.isEmpty && queue.label == label
    }
  }

  /// A queue or an actor on which a handler waits to run.
  package struct WatchedQueue: Sendable {
    let executor: HandlerExecutor
    /// Distinguishes the queue from any other that exists at the same time.
    let identity: HandlerExecutor.Identity
    let isMain: Bool
    /// The label of a queue, and `nil` for an actor.
    let label: String?

    /// Returns `nil` for an executor whose handlers do not wait for each other.
    package init?(_ executor: HandlerExecutor) {
      var base = executor.base
      if case .task(let settings) = base, let actor = settings.actor { base = HandlerExecutor(onActor: actor).base }
      guard let object = base.object else { return nil }
      self.executor = base
      identity = base.identity ?? ObjectIdentifier(object)
      isMain = base.isMain
      label = (object as? DispatchQueue)?.label
      // The global queues are concurrent, and on Linux each access to one returns a different object.
      if let label, label.hasPrefix("com.apple.root.") { return nil }
    }

    /// The queue or the actor, as the object of a verb.
    package var name: String {
      if isMain { return "the main queue" }
      guard let label else { return executor.actor.map { "the actor \(type(of: $0))" } ?? "an actor" }
      return label.isEmpty ? "a queue without a label" : "the queue \(label)"
    }
  }

  extension Trampoline {
    /// The identities of the executors whose work items this thread runs.
    static var identitiesOnThisThread: [HandlerExecutor.Identity] {
      let trampoline = current
      return (trampoline.outerWork + [trampoline.work]).compactMap { $0.identity }
    }
  }
#endif
