/// An entry in the observer list of a promise.
///
/// The library's own superclass of ``AnyPromise``: a derived promise is an observer of its source, so that a link of a
/// chain costs one allocation. It is public only because the superclass of a public class must be. It is not generic, so
/// that an observer list can be walked without looking up metadata.
public class _PromiseObserver: @unchecked Sendable {
  // Has no state. A subclass says what guards the state that it adds.

  @usableFromInline
  package init() {}

  /// Takes the outcome of `source`.
  ///
  /// An observer that uses the outcome calls `source.markObserved()`.
  ///
  /// - Returns: Where the trampoline has to run the handler, if there is one to run.
  func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    fatalError("Subclasses must override this method.")
  }

  /// The executor of the handler. The trampoline asks for it after `receive` has returned `.enqueue`.
  var executor: HandlerExecutor { .inline }

  /// Runs the handler. The trampoline calls it once, where ``receive(_:in:)`` said.
  func run(_ source: AnyPromise, in trampoline: Trampoline) { fatalError("Subclasses must override this method.") }

  /// Whether the observer has no use for an outcome any more, so that the list need not keep it.
  package var isStale: Bool { false }

  /// The context that the handler runs in; `nil`: the context of the observed promise.
  package var context: PromiseContext? { nil }

  /// Moves the handler of an observer that no longer needs it to `departure`, which is released after the lock.
  ///
  /// Called under the lock of the promise whose list holds the observer, and only while that promise is pending.
  func moveHandler(to departure: inout Departure) {}
}

/// What an observer answers to an outcome.
enum Disposition {
  /// Nothing is left to do.
  case done
  /// The handler runs on this thread.
  case inline
  /// The handler runs in a work item of ``_PromiseObserver/executor``, or in the one that is running if that has the same
  /// identity.
  case enqueue(HandlerExecutor.Identity?)

  init(on executor: borrowing HandlerExecutor) {
    self = executor.isInline ? .inline : .enqueue(executor.identity)
  }
}
