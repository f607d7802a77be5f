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
    /// Whether the call runs the main run loop and, because it is not made in a handler on the main queue, that queue.
    let servesMainQueue: Bool
    private let isMain: Bool
    private let identities: [HandlerExecutor.Identity]
    private let label: String

    /// Describes a call that blocks the current thread.
    init(_ site: CreationSite, servesMainQueue: Bool) {
      self.site = site
      identities = Trampoline.identitiesOnThisThread
      self.servesMainQueue = servesMainQueue && !identities.contains(ObjectIdentifier(HandlerExecutor.mainQueue))
      label = String(cString: promise_core_queue_label())
      // After `dispatchMain()`, and in an `async` main, other threads run the main queue.
      isMain = promise_core_is_main_thread() || label == HandlerExecutor.mainQueue.label
    }

    /// The function that was called.
    var call: String { String(site.function.prefix { $0 != "(" }) }

    /// Whether the call may block `queue`. Of queues with one label, it blocks at most one: the watch finds out whether the
    /// queue runs.
    func contains(_ queue: WatchedQueue) -> Bool {
      if queue.isMain { return isMain }
      return identities.contains(queue.identity) || !label.isEmpty && queue.label == label
    }
  }

  /// A queue or an actor on which a handler waits to run.
  package struct WatchedQueue: Sendable {
    let executor: HandlerExecutor
    /// Distinguishes the queue from any other that exists at the same time.
    package let identity: HandlerExecutor.Identity
    let isMain: Bool
    /// The label of a queue, and `nil` for an actor.
    let label: String?

    /// Returns `nil` for an executor whose handlers do not wait for each other.
    package init?(_ executor: HandlerExecutor) {
      var base = executor.base
      if case .task(let settings) = base, let actor = settings.actor { base = HandlerExecutor(onActor: actor).base }
      guard let object = base.object else { return nil }
      self.executor = base
      isMain = base.isMain
      // On Linux, each access to the main queue returns a different object.
      identity = isMain ? ObjectIdentifier(HandlerExecutor.mainQueue) : base.identity ?? ObjectIdentifier(object)
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
