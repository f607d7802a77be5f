public import Dispatch

/// Where a handler runs.
///
/// Every case is one reference at most, so that the whole is one word.
@usableFromInline
package enum HandlerExecutor: Sendable {
  /// On the thread that settles the promise.
  case inline
  /// In a work item of a queue.
  case queue(DispatchQueue)
  /// In a work item of a queue that has flags.
  case queueWithFlags(QueueWithFlags)
  /// On an actor.
  case actor(ActorReference)

  /// A queue, and the flags of its work items.
  @usableFromInline
  package final class QueueWithFlags: Sendable {
    package let queue: DispatchQueue
    private let rawFlags: DispatchWorkItemFlags.RawValue  // raw, because the flags are not `Sendable`

    package init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) {
      self.queue = queue
      rawFlags = flags.rawValue
    }

    package var flags: DispatchWorkItemFlags { DispatchWorkItemFlags(rawValue: rawFlags) }
  }

  /// An actor, as one reference.
  @usableFromInline
  package final class ActorReference: Sendable {
    package let actor: any Actor
    init(_ actor: any Actor) { self.actor = actor }
  }

  /// The main queue. On Linux every `DispatchQueue.main` is another object; this is always the same one.
  package static let mainQueue = DispatchQueue.main

  /// The executor of a handler that was written with an explicit `on:`.
  @inlinable
  package init(on queue: DispatchQueue?, flags: DispatchWorkItemFlags?) {
    guard let queue else {
      self = .inline
      return
    }
    if let flags, !flags.isEmpty { self = HandlerExecutor(queue, flags) } else { self = .queue(queue) }
  }

  @usableFromInline
  init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) { self = .queueWithFlags(QueueWithFlags(queue, flags)) }

  /// The executor of a handler that runs where it was written: on its actor, or on the default queue if it has none.
  @usableFromInline
  package init(isolation: (any Actor)?) {
    switch isolation {
    case nil: self = DefaultQueue.current.map { .queue($0) } ?? .inline
    case let actor? where actor === MainActor.shared: self = .queue(Self.mainQueue)
    case let actor?: self = .actor(ActorReference(actor))
    }
  }

  /// The executor of code that starts the tasks of an `async` handler: its actor, or inline if it has none. Such code
  /// has no use for the default queue.
  package init(startingTasksOn isolation: (any Actor)?) {
    self = isolation == nil ? .inline : HandlerExecutor(isolation: isolation)
  }

  /// Whether handlers run on the thread that settles the promise.
  var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// What tells an executor from another, as long as both exist.
  typealias Identity = ObjectIdentifier

  /// The identity of the executor; `nil` if each handler needs a work item of its own.
  var identity: Identity? {
    switch self {
    case .queue(let queue): ObjectIdentifier(queue)
    case .actor(let reference): ObjectIdentifier(reference.actor)
    case .inline, .queueWithFlags: nil
    }
  }

  /// Whether a handler on one of the executors may call a handler of the other one.
  func isSame(as other: HandlerExecutor) -> Bool {
    isInline ? other.isInline : identity != nil && identity == other.identity
  }

  /// Runs `job` in a work item of its own; for `.inline`, at once.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    switch self {
    case .inline: job()
    case .queue(let queue): queue.async(execute: job)
    case .queueWithFlags(let target): target.queue.async(flags: target.flags, execute: job)
    case .actor(let reference): startJob(on: reference.actor, job)
    }
  }

  /// Runs a job of this library or of the user, which is no handler of a promise, as code of `context`.
  @usableFromInline
  package func schedule(in context: PromiseContext?, _ job: @escaping @Sendable () -> Void) {
    if let context { context.enqueue(on: self, job) } else { enqueue(job) }
  }
}
