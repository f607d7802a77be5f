/// An entry in the observer list of a promise: a derived promise, or an object that is no promise.
///
/// A derived promise is itself the observer of its source, so that a step of a chain costs one allocation. A value
/// takes one word.
///
/// The life of an observer, apart from the promise that it may be itself:
///
/// 1. It is attached to a promise, which retains it.
/// 2. The outcome arrives: the trampoline calls `receive`, once. Or its consumer departs before that: the promise calls
///    `discardHandler()`, and removes the observer when it is stale.
/// 3. If `receive` has returned `inline` or `enqueue`, a job retains the observer until the trampoline has called
///    `run`. If it has returned `start`, the trampoline calls `run` at once, which starts a task.
///
/// From the moment it has been removed from the list, one thread at a time uses the observer. Handing a job to an
/// executor orders `receive` before `run`. So a subclass of `PromiseObserver` needs no lock for state that only these
/// methods use. The exception is `InputObserver`: it is attached to every input of a combinator, and the inputs may
/// settle concurrently.
@usableFromInline
package enum Observer: Sendable {
  /// A derived promise.
  case derived(AnyPromise)
  /// Any other observer.
  case object(PromiseObserver)

  /// See `PromiseObserver.receive(_:in:)`.
  @inline(__always)
  func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    switch self {
    case .derived(let promise): promise.receiveAsDerived(source, in: trampoline)
    case .object(let observer): observer.receive(source, in: trampoline)
    }
  }

  /// See `PromiseObserver.executor`.
  var executor: HandlerExecutor {
    switch self {
    case .derived(let promise): promise.executorAsDerived
    case .object(let observer): observer.executor
    }
  }

  /// See `PromiseObserver.run(_:in:)`.
  @inline(__always)
  func run(_ source: AnyPromise, in trampoline: Trampoline) {
    switch self {
    case .derived(let promise): promise.runAsDerived(source, in: trampoline)
    case .object(let observer): observer.run(source, in: trampoline)
    }
  }

  /// See `PromiseObserver.isStale`.
  package var isStale: Bool {
    switch self {
    case .derived(let promise): promise.isSettled
    case .object(let observer): observer.isStale
    }
  }

  /// See `PromiseObserver.weakened()`.
  func weakened() -> Observer? {
    switch self {
    case .derived(let promise): promise.isCanceledGuarantee ? .object(WeakObserver(promise)) : nil
    case .object(let observer): observer.weakened()
    }
  }

  /// See `PromiseObserver.weakReference`.
  var weakReference: WeakPromise? {
    switch self {
    case .derived: nil
    case .object(let observer): observer.weakReference
    }
  }

  /// See `PromiseObserver.adopter`.
  var adopter: Adopter? {
    switch self {
    case .derived(let promise): promise.adopterAsDerived
    case .object(let observer): observer.adopter
    }
  }

  /// See `PromiseObserver.context`.
  package var context: PromiseContext? {
    switch self {
    case .derived(let promise): promise.context
    case .object(let observer): observer.context
    }
  }

  /// See `PromiseObserver.waitingParty`.
  package var waitingParty: WaitingParty {
    switch self {
    case .derived(let promise): .promise(promise)
    case .object(let observer): observer.waitingParty
    }
  }

  /// See `PromiseObserver.discardHandler()`.
  func discardHandler() -> Remains {
    switch self {
    case .derived(let promise): promise.discardHandlerOfDerived()
    case .object(let observer): observer.discardHandler()
    }
  }

  /// The derived promise or the observer.
  package var object: any AnyObject & Sendable {
    switch self {
    case .derived(let promise): promise.dynamicObject
    case .object(let observer): observer
    }
  }
}

/// An observer that is no promise: see `Observer`.
///
/// The class is not generic, so that the elements of an observer list can be accessed without looking up metadata.
@usableFromInline
package class PromiseObserver: @unchecked Sendable {
  // This class has no state. A subclass documents what guards the state that it adds.

  @usableFromInline
  package init() {}

  /// Receives the outcome of `source`.
  ///
  /// An observer that uses the outcome must call `source.markObserved()`. This method is called on the thread that
  /// settles `source` or that attaches a late observer, without a lock. It must not call user code that belongs on an
  /// executor, because the other observers are waiting.
  ///
  /// - Parameters:
  ///   - source: The promise, which is settled or abandoned.
  ///   - trampoline: The trampoline of the current thread, for promises that the observer settles in response.
  /// - Returns: Whether the trampoline has to run the handler, and how.
  func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    // trap: outcome-sent-to-base-observer
    fatalError("Subclasses must override this method.")
  }

  /// The executor of the handler. The trampoline reads it after `receive` has returned `.enqueue`.
  var executor: HandlerExecutor { .inline }

  /// Runs the handler, makes the deliveries that follow from it, and then releases it: see
  /// `Trampoline.makeDeliveries()`. The trampoline calls this method once, on the executor that the result of
  /// ``receive(_:in:)`` named.
  func run(_ source: AnyPromise, in trampoline: Trampoline) {
    // unreachable: Only an observer whose `receive` asks for it runs, and `receive` of this class traps.
    fatalError("Subclasses must override this method.")
  }

  /// Whether the observer no longer needs an outcome, so that the list need not keep it.
  ///
  /// This property is read under the lock of the observed promise. It must not take the lock of another promise, and
  /// never changes back to `false`. (A `TaskWaiter` takes its own lock, under which no other lock is taken.)
  package var isStale: Bool { false }  // unreachable: Every observer overrides it.

  /// Returns an observer that takes the place of this one in the list of the observed promise without retaining the
  /// promise that wants the outcome, or `nil` if this observer has to stay.
  ///
  /// A canceled guarantee needs the outcome only as long as something else refers to it: its consumers do, and so may
  /// the user's code. The same is true of a promise whose adopters observe the outcome themselves.
  ///
  /// This method is called under the lock of the observed promise. It must not take the lock of another promise.
  func weakened() -> Observer? { nil }

  /// The reference to the promise of an observer that `weakened()` has returned, and `nil` for any other observer. The
  /// observer becomes stale when the promise is deallocated.
  ///
  /// Code that reads the promise under a lock must release it after the lock: it may be the last reference.
  var weakReference: WeakPromise? { nil }

  /// The promise that adopts the outcome of the observed promise by means of this observer, if it does nothing else
  /// with it.
  ///
  /// This property is read under the lock of the observed promise.
  var adopter: Adopter? { nil }

  /// The context in which the handler runs, or `nil` to use the context of the observed promise.
  package var context: PromiseContext? { nil }  // unreachable: Every observer with a handler overrides it.

  /// What waits for the outcome by means of this observer, for a snapshot of what is pending.
  ///
  /// This property is read under the lock of the observed promise, or by the thread that runs the handler.
  package var waitingParty: WaitingParty { .handler }  // unreachable: Every observer overrides it.

  /// Removes the handler of an observer that no longer needs it, and returns what the trampoline has to release.
  ///
  /// This method is called under the lock of the observed promise, and only while that promise is pending.
  func discardHandler() -> Remains { .none }
}

/// An observer's response to an outcome.
enum Disposition {
  /// No handler has to run: the observer has done all of its work in `receive`.
  case done
  /// The handler runs on this thread, after all deliveries of this level have been made.
  case inline
  /// The handler runs in a work item of `Observer.executor`, or in the current work item if its executor has
  /// the same identity.
  case enqueue(HandlerExecutor.Identity?)
  /// The handler runs in a task, which ``PromiseObserver/run(_:in:)`` starts immediately, so that it begins in the
  /// order of the handlers of the same actor.
  case start

  /// Creates the disposition for a handler that has to run on the given executor.
  @inline(__always)
  init(on executor: HandlerExecutor) {
    // Most handlers run on a queue. The other cases are a call, so that this one need not copy the executor.
    if case .queue(let queue) = executor {
      self = .enqueue(ObjectIdentifier(queue))
    } else {
      self.init(onOther: executor)
    }
  }

  @inline(never)
  private init(onOther executor: HandlerExecutor) {
    switch executor.base {
    case .inline: self = .inline
    case .task: self = .start
    default: self = .enqueue(executor.identity)
    }
  }
}
