public import Dispatch

/// Where a handler runs.
///
/// Every case is one reference at most, so that all of it is one word.
@usableFromInline
package enum Executor: Sendable {
  /// Wherever the promise settles, at once.
  case inline
  /// In a work item of a queue.
  case queue(DispatchQueue)
  /// In a work item of a queue that has flags.
  case flagged(FlaggedQueue)
  /// On an actor.
  case actor(ActorPlace)

  /// A queue, and how its work items are to be run.
  @usableFromInline
  package final class FlaggedQueue: Sendable {
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
  package final class ActorPlace: Sendable {
    package let actor: any Actor
    init(_ actor: any Actor) { self.actor = actor }
  }

  /// The main queue. On Linux every `DispatchQueue.main` is another object; this is always the same one.
  package static let main = DispatchQueue.main

  /// For a handler that was written with an explicit `on:`.
  @inlinable
  package init(on queue: DispatchQueue?, flags: DispatchWorkItemFlags?) {
    guard let queue else {
      self = .inline
      return
    }
    if let flags, !flags.isEmpty { self = Executor(queue, flags) } else { self = .queue(queue) }
  }

  @usableFromInline
  init(_ queue: DispatchQueue, _ flags: DispatchWorkItemFlags) { self = .flagged(FlaggedQueue(queue, flags)) }

  /// For a handler that runs where it was written: on its actor, or on the default queue if it has none.
  @usableFromInline
  package init(isolation: (any Actor)?) {
    switch isolation {
    case nil: self = DefaultQueue.here.map { .queue($0) } ?? .inline
    case let actor? where actor === MainActor.shared: self = .queue(Self.main)
    case let actor?: self = .actor(ActorPlace(actor))
    }
  }

  /// For what surrounds the tasks of an `async` handler: on its actor, or, if it has none, wherever it is due. Such code
  /// has no business on the default queue.
  package init(aroundTasksOn isolation: (any Actor)?) {
    self = isolation == nil ? .inline : Executor(isolation: isolation)
  }

  /// An executor by its identity, which can be handed about without being kept.
  enum Place {
    /// There is no handler to run.
    case nowhere
    case inline
    /// A queue or an actor. With `asks`, for a work item of its own.
    case at(ObjectIdentifier, asks: Bool)
  }

  /// Whether handlers are run wherever their promise settles.
  var isInline: Bool {
    if case .inline = self { true } else { false }
  }

  /// Whether it is this queue or actor, and does not ask for a work item of its own.
  func isQueueOrActor(_ identity: ObjectIdentifier) -> Bool {
    switch self {
    case .queue(let queue): ObjectIdentifier(queue) == identity
    case .actor(let place): ObjectIdentifier(place.actor) == identity
    case .inline, .flagged: false
    }
  }

  var place: Place {
    switch self {
    case .inline: .inline
    case .queue(let queue): .at(ObjectIdentifier(queue), asks: false)
    case .flagged(let place): .at(ObjectIdentifier(place.queue), asks: true)
    case .actor(let place): .at(ObjectIdentifier(place.actor), asks: false)
    }
  }

  /// Runs `job` in a work item of its own. `inline` is for the caller to deal with.
  func enqueue(_ job: @escaping @Sendable () -> Void) {
    switch self {
    case .inline: job()
    case .queue(let queue): queue.async(execute: job)
    case .flagged(let place): place.queue.async(flags: place.flags, execute: job)
    case .actor(let place): startJob(on: place.actor, job)
    }
  }
}

/// Runs `job` on `actor`, in a task of its own.
///
/// Jobs that are sent to an actor through this function keep their order, because the task begins on the actor, and
/// because all have one priority, by which an actor serves its queue. A task that begins elsewhere and hops to the
/// actor, as `Task { await actor.f() }` does, loses it.
private func startJob(on actor: any Actor, _ job: @escaping @Sendable () -> Void) {
  typealias Start = (isolated any Actor, @escaping @Sendable () -> Void) -> Void
  typealias StartAnywhere = (any Actor, @escaping @Sendable () -> Void) -> Void
  let start: Start = { actor, job in
    Task(priority: .medium) {
      _ = actor  // captured, so that the task is isolated to it
      job()
    }
  }
  // The function makes a task and touches nothing of the actor, so it may be called from anywhere. The two types
  // differ in what the compiler demands of the caller, not in how they are called.
  unsafeBitCast(start, to: StartAnywhere.self)(actor, job)
}

/// What a task does, on the actor that it is given and begins on.
@usableFromInline
package typealias TaskBody<Success> = @Sendable (isolated (any Actor)?) async throws -> Success

/// Starts a task that begins on `actor`, or anywhere if that is `nil`.
///
/// As with jobs, tasks that are started on one actor at one priority begin in the order in which they were started.
/// Those of a test that counts them run on threads of that test.
@discardableResult
package func startTask(
  on actor: (any Actor)?, name: String? = nil, priority: TaskPriority? = nil,
  _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
) -> Task<Void, Never> {
  guard let host = Scope.hostOfCurrent else {
    guard let actor else { return Task(name: name, priority: priority) { await body(nil) } }
    return startTask(onlyOn: actor, name, priority, body)
  }
  host.taskComes()
  let counted: @Sendable (isolated (any Actor)?) async -> Void = { actor in
    host.taskGoesOn()
    await body(actor)
  }
  if let place = host.taskExecutor(for: actor) {
    // Such a task cannot begin on an actor: it begins in that place, which keeps the order, and goes to the actor.
    return Task(name: name, executorPreference: place, priority: priority) { await counted(actor) }
  }
  guard let actor else { return Task(name: name, priority: priority) { await counted(nil) } }
  return startTask(onlyOn: actor, name, priority, counted)
}

/// Starts a task that begins on `actor`.
private func startTask(
  onlyOn actor: any Actor, _ name: String?, _ priority: TaskPriority?,
  _ body: @escaping @Sendable (isolated (any Actor)?) async -> Void
) -> Task<Void, Never> {
  typealias Body = @Sendable (isolated (any Actor)?) async -> Void
  typealias Start = (isolated any Actor, String?, TaskPriority?, @escaping Body) -> Task<Void, Never>
  typealias StartAnywhere = (any Actor, String?, TaskPriority?, @escaping Body) -> Task<Void, Never>
  let start: Start = { actor, name, priority, body in Task(name: name, priority: priority) { await body(actor) } }
  // As above.
  return unsafeBitCast(start, to: StartAnywhere.self)(actor, name, priority, body)
}
