public import Dispatch

/// The executor on which a handler runs.
///
/// Every case but one holds one reference, so that a value takes one word, and a copy or a release is a few instructions.
/// With a second case that holds none, the compiler calls a function that distinguishes the cases, with 14 instructions for
/// each release.
///
/// A handler that is isolated to an actor may capture values that are not `Sendable`. If it does not run, it must be
/// released on that actor: see `Remains`.
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
  /// On an actor. On the main actor, it is a work item of the main queue, so that no task is needed.
  case actor(ActorReference)
  /// In a task, which the operator of an `async` handler starts while the outcome is being delivered.
  case task(TaskSettings)
  /// Nowhere: the reaction adopts an outcome, and has no handler.
  case adoption(Adoption)
  /// On another executor, in the scope of the code that attached the handler.
  case scoped(HandlerScope)

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
    /// Whether the actor is the main actor.
    let isMain: Bool
    /// The main actor.
    static let main = ActorReference(MainActor.shared)

    init(_ actor: any Actor) {
      self.actor = actor
      isMain = actor === MainActor.shared
    }
  }

  /// The executor of a reaction that adopts an outcome. It has no content.
  @usableFromInline
  package final class Adoption: Sendable {
    static let shared = Adoption()
  }

  /// The settings of the task of an `async` handler, as one reference.
  @usableFromInline
  package final class TaskSettings: Sendable {
    /// The actor on which the task begins, or `nil` for none.
    package let actor: (any Actor)?
    /// The priority of the code that attached the handler, so that the task does not have that of the settling code.
    package let priority: TaskPriority

    init(_ actor: (any Actor)?) {
      self.actor = actor
      // A task that is waited for may have a raised priority for the moment.
      if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let base = Task.basePriority {
        priority = base
      } else {
        priority = Task.currentPriority
      }
    }
  }

  /// The main queue. On Linux each access to `DispatchQueue.main` returns a different object; this property always
  /// returns the same one.
  package static let mainQueue = DispatchQueue.main

  // MARK: - Creation

  /// Creates the executor of a handler that has an explicit `on:` argument.
  ///
  /// - Parameters:
  ///   - queue: The queue, or `nil` to run the handler inline.
  ///   - flags: The flags of the work item. With flags, every handler gets its own work item, even in a chain.
  @inlinable
  package init(on queue: DispatchQueue?, flags: DispatchWorkItemFlags?) {
    if let queue {
      if let flags, !flags.isEmpty { self.init(queue, flags) } else { self = .queue(queue) }
    } else {
      self = .inline
    }
    // The check comes first, because a call that takes and returns an executor costs about 100 instructions.
    if HandlerScope.mayExist { self = inCurrentScope }
  }

  /// Creates the executor of a handler with flags.
  @usableFromInline
  init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) { self = .queueWithFlags(QueueWithFlags(queue, flags)) }

  /// Creates the executor of a handler without an `on:` argument: its actor, or the default queue if it is nonisolated.
  ///
  /// The default queue is read now, by the code that attaches the handler, and not when the handler runs.
  ///
  /// - Parameter isolation: The actor that the handler is isolated to, or `nil` if it is nonisolated.
  @usableFromInline
  package init(isolation: (any Actor)?) {
    let executor: HandlerExecutor =
      switch isolation {
      case nil: DefaultQueue.current.map { .queue($0) } ?? .inline
      case let actor?: HandlerExecutor(actor)
      }
    self = executor.inCurrentScope
  }

  /// Creates the executor of an actor.
  private init(_ actor: any Actor) {
    self = .actor(actor === MainActor.shared ? .main : ActorReference(actor))
  }

  /// Creates the executor of an `async` handler, which starts a task for the handler, with the priority of the calling
  /// code.
  ///
  /// - Parameter isolation: The actor that the handler is isolated to, or `nil` if it is nonisolated.
  package init(taskOn isolation: (any Actor)?) { self = Self.task(TaskSettings(isolation)).inCurrentScope }

  /// Creates the executor of code that runs on an actor, or inline if there is none. Such code does not need the
  /// default queue.
  package init(onActor isolation: (any Actor)?) {
    self = (isolation.map { HandlerExecutor($0) } ?? .inline).inCurrentScope
  }

  /// This executor, in the scope of the calling code, if a registered task-local value is set there.
  @usableFromInline var inCurrentScope: HandlerExecutor { HandlerScope.current(for: self).map { .scoped($0) } ?? self }

  // MARK: - Properties

  /// The executor without its scope.
  @usableFromInline
  package var base: HandlerExecutor {
    if case .scoped(let scope) = self { scope.executor } else { self }
  }

  /// The scope of the code that attached the handler, or `nil` if no registered task-local value was set there.
  var scope: HandlerScope? {
    if case .scoped(let scope) = self { scope } else { nil }
  }

  /// Whether handlers run on the main queue.
  package var isMain: Bool {
    switch base {
    case .actor(let reference): reference.isMain
    // The queue is recognized by its label, because on Linux each `DispatchQueue.main` is a different object.
    case .queue(let queue): queue.label == Self.mainQueueLabel
    case .queueWithFlags(let target): target.queue.label == Self.mainQueueLabel
    default: false
    }
  }

  private static let mainQueueLabel = mainQueue.label

  /// Whether handlers run on the thread that settles the promise.
  package var isInline: Bool {
    switch base {
    case .inline, .adoption: true
    default: false
    }
  }

  /// The actor on which a handler must be released, or `nil` if it may be released anywhere.
  package var actor: (any Actor)? {
    switch base {
    case .actor(let reference): reference.actor
    case .task(let settings): settings.actor
    default: nil
    }
  }

  /// Distinguishes an executor from any other that exists at the same time.
  package typealias Identity = ObjectIdentifier

  /// The identity of the executor, or `nil` if each handler needs its own work item.
  package var identity: Identity? {
    switch base {
    case .queue(let queue): ObjectIdentifier(queue)
    case .actor(let reference): ObjectIdentifier(reference.isMain ? Self.mainQueue : reference.actor)
    case .inline, .queueWithFlags, .task, .adoption, .scoped: nil
    }
  }

  /// Whether a handler that runs on one of the executors may call a handler of the other executor directly.
  func isSame(as other: HandlerExecutor) -> Bool {
    isInline ? other.isInline : identity != nil && identity == other.identity
  }

  // MARK: - Work

  /// Runs `job` in its own work item or, for `.inline`, immediately, in the scope of the executor. Jobs that one thread
  /// enqueues on a serial executor keep their order.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    // `job` is no closure literal and this function does not call itself, or else the optimizer would add a copy of this
    // function for each closure that is passed to it: 25 KB.
    let job = inScope(job)
    switch base {
    case .inline, .adoption, .scoped: job()
    case .queue(let queue): queue.async(execute: job)
    case .queueWithFlags(let target): target.queue.async(flags: target.flags, execute: job)
    case .actor(let reference) where reference.isMain: Self.mainQueue.async(execute: job)
    case .actor(let reference): startJob(on: reference.actor, job)
    case .task(let settings):
      switch settings.actor {
      case nil: job()
      case let actor? where actor === MainActor.shared: Self.mainQueue.async(execute: job)
      case let actor?: startJob(on: actor, job)
      }
    }
  }

  /// Returns a job that runs in the scope of the executor. In a work item, no value has to be hidden.
  func inScope(_ job: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard HandlerScope.mayExist, scope != nil || isInline else { return job }
    return { [scope] in HandlerScope.run(in: scope, job) }
  }

  /// Returns the work of a task, which runs in the scope of the executor.
  package func inScope(_ work: @escaping TaskWork) -> TaskWork {
    guard HandlerScope.mayExist else { return work }
    return { [scope] actor in await HandlerScope.run(in: scope, isolation: actor, work) }
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
    if StalledQueues.areWatched { StalledQueues.jobEnqueued(on: self, for: promise) }
    guard let context = promise.context else { return enqueue(job) }
    promise.record?.handlerEnqueued(on: self)
    context.enqueue(on: self) { promise.recordingHandler(on: self, job) }
  }
}
