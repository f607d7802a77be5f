import CPromiseCore

/// What a handler or an observer leaves behind when it is no longer needed: references to the user's closures, and to
/// what they capture.
///
/// Releasing them may run user code, the `deinit` of a captured object. So they are not released where they become
/// superfluous, which may be in the middle of a delivery: the trampoline releases them, after it has scheduled every
/// handler.
enum Remains: Sendable {
  /// Nothing.
  case none
  /// The reaction of a derived promise.
  case reaction(Reaction)
  /// The closure of a `ClosureObserver`.
  case react(ClosureObserver.React)
  /// A reaction that has to be released on its actor.
  case actorBound(ActorBound<Reaction>)
  /// A shared handler that has run on this thread, and does not run again.
  case used(any Clearable)
  /// Observers that are no longer in the list of a promise.
  case observers([Observer])
  /// Promises that must not be released under a lock.
  case promises([AnyPromise])
  /// Any other object.
  case object(any AnyObject & Sendable)

  /// Releases what remains, which may run user code.
  consuming func release() {
    switch self {
    case .actorBound(let reaction): reaction.release()
    case .used(let handler): handler.clear()
    default: break
    }
  }
}

/// An object that releases its content early.
package protocol Clearable: AnyObject, Sendable {
  /// Releases the content.
  func clear()
}

/// A handler that is isolated to an actor and does not run. It must be released on that actor.
///
/// The handler is moved into the object, and moved out by a job on the actor. No other code may have a copy of it, not
/// even for a moment: that copy could be the last one. So the handler is only ever moved by assigning the result of
/// `take()`.
final class ActorBound<Content: Sendable>: @unchecked Sendable {
  // One thread at a time uses the object: the one that fills it, then the one that empties it. Handing the job over to
  // the actor orders the two.
  private var content: Content?
  private let executor: HandlerExecutor
  private let context: PromiseContext?

  /// Moves a handler into the object.
  ///
  /// - Parameters:
  ///   - content: The handler.
  ///   - executor: The executor of the handler.
  ///   - context: The context that counts the job that releases the handler.
  init(_ content: inout Content?, _ executor: HandlerExecutor, in context: PromiseContext?) {
    self.content = content.take()
    self.executor = executor
    self.context = context
  }

  /// Releases the handler on its actor.
  func release() { executor.runOnActor(in: context) { self.content = nil } }
}

/// A handler that several closures share, or that is called repeatedly. When the last of them is released, the handler
/// is released on its actor.
@usableFromInline
package final class SharedHandler<Content: Sendable>: Clearable, @unchecked Sendable {
  // Written by the initializer, by `clear()`, which is called where the handler has run for the last time, and by
  // `deinit`, after which no other thread has a reference.
  private var content: Content?
  /// The executor of the handler.
  package let executor: HandlerExecutor
  private let context: PromiseContext?

  /// Creates a shared handler.
  ///
  /// - Parameters:
  ///   - content: The handler, or a structure that contains it.
  ///   - executor: The executor on which the handler runs.
  package init(_ content: Content, on executor: HandlerExecutor) {
    self.content = content
    self.executor = executor
    context = .ofNewPromise()
  }

  deinit {
    if content != nil, executor.actor != nil { ActorBound(&content, executor, in: context).release() }
  }

  /// The handler. It must be used on its executor only, and not after `clear()`.
  package var handler: Content { content! }

  /// Releases the handler on the calling thread, on which it has run.
  package func clear() { content = nil }
}

extension HandlerExecutor {
  /// Runs `job`, which releases a handler of this executor, on the actor of that handler: immediately if it has none, or
  /// if this is the main thread and the handler is isolated to the main actor.
  fileprivate func runOnActor(in context: PromiseContext?, _ job: @escaping @Sendable () -> Void) {
    guard let actor else { return job() }
    guard actor === MainActor.shared else {
      return HandlerExecutor.actor(ActorReference(actor)).schedule(in: context, job)
    }
    if promise_core_is_main_thread() {
      job()  // equivalent drop: The content would be released together with the object that holds it, on this thread.
    } else {
      HandlerExecutor.actor(.main).schedule(in: context, job)
    }
  }
}

extension Optional<Reaction> {
  /// Removes a reaction that does not run, and returns what has to be released.
  ///
  /// - Parameter context: The context of the promise that owns the reaction.
  mutating func discard(in context: PromiseContext?) -> Remains {
    guard let executor = self?.executor else { return .none }
    switch executor.base {
    case .actor: return .actorBound(ActorBound(&self, executor, in: context))
    default: return .reaction(take()!)
    }
  }
}
