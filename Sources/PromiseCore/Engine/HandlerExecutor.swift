public import Dispatch

/// The executor on which a handler runs.
///
/// Every case holds at most one reference, so that a value takes one word.
///
/// Handlers that are enqueued on one serial queue or one actor run in the order in which they were enqueued. The
/// library adds no ordering: on a concurrent queue, or with flags that change the order, handlers may overtake one
/// another. An executor is retained until its handler has run.
@usableFromInline
package enum HandlerExecutor: Sendable {
  /// On the thread that settles the promise.
  case inline
  /// In a work item of a queue.
  case queue(DispatchQueue)
  /// In a work item of a queue, with flags.
  case queueWithFlags(QueueWithFlags)
  /// On an actor.
  case actor(ActorReference)

  /// A queue and the flags of its work items, as one reference.
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

  /// The main queue. On Linux each access to `DispatchQueue.main` returns a different object; this property always
  /// returns the same one.
  package static let mainQueue = DispatchQueue.main

  /// Creates the executor of a handler that has an explicit `on:` argument.
  ///
  /// - Parameters:
  ///   - queue: The queue, or `nil` to run the handler inline.
  ///   - flags: The flags of the work item. With flags, every handler gets its own work item, even in a chain.
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

  /// Creates the executor of a handler without an `on:` argument: its actor, or the default queue if it is nonisolated.
  ///
  /// The default queue is read now, by the code that attaches the handler, and not when the handler runs. The main
  /// actor is represented by the main queue, so that its handlers need no task.
  ///
  /// - Parameter isolation: The actor that the handler is isolated to, or `nil` if it is nonisolated.
  @usableFromInline
  package init(isolation: (any Actor)?) {
    switch isolation {
    case nil: self = DefaultQueue.current.map { .queue($0) } ?? .inline
    case let actor? where actor === MainActor.shared: self = .queue(Self.mainQueue)
    case let actor?: self = .actor(ActorReference(actor))
    }
  }

  /// Creates the executor of code that starts the tasks of an `async` handler: the actor of the handler, or inline if
  /// it is nonisolated. Such code does not need the default queue.
  package init(startingTasksOn isolation: (any Actor)?) {
    self = isolation == nil ? .inline : HandlerExecutor(isolation: isolation)
  }

  /// Whether handlers run on the thread that settles the promise.
  var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// Distinguishes an executor from any other that exists at the same time.
  package typealias Identity = ObjectIdentifier

  /// The identity of the executor, or `nil` if each handler needs its own work item.
  var identity: Identity? {
    switch self {
    case .queue(let queue): ObjectIdentifier(queue)
    case .actor(let reference): ObjectIdentifier(reference.actor)
    case .inline, .queueWithFlags: nil
    }
  }

  /// Whether a handler that runs on one of the executors may call a handler of the other executor directly.
  func isSame(as other: HandlerExecutor) -> Bool {
    isInline ? other.isInline : identity != nil && identity == other.identity
  }

  /// Runs `job` in its own work item or, for `.inline`, immediately. Jobs that one thread enqueues on a serial executor
  /// keep their order.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    switch self {
    case .inline: job()
    case .queue(let queue): queue.async(execute: job)
    case .queueWithFlags(let target): target.queue.async(flags: target.flags, execute: job)
    case .actor(let reference): startJob(on: reference.actor, job)
    }
  }

  /// Runs a job that is not a promise's handler, with `context` as its context.
  ///
  /// The trampoline is not involved: a job that settles promises enters it itself.
  ///
  /// - Parameters:
  ///   - context: The context, which counts the job, or `nil` outside of tests and traced programs.
  ///   - job: The job. It runs once.
  @usableFromInline
  package func schedule(in context: PromiseContext?, _ job: @escaping @Sendable () -> Void) {
    if let context { context.enqueue(on: self, job) } else { enqueue(job) }
  }

  /// Runs a job that settles `promise`, with the context of that promise.
  @usableFromInline
  package func schedule(for promise: AnyPromise, _ job: @escaping @Sendable () -> Void) {
    guard let context = promise.context else { return enqueue(job) }
    promise.noteEnqueued(on: self)
    context.enqueue(on: self) { promise.recordingHandler(on: self, job) }
  }
}
