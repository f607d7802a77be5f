/// An entry in the observer list of a promise.
///
/// This class is the superclass of ``AnyPromise``: a derived promise is itself the observer of its source, so that a
/// step of a chain costs one allocation. The class is public only because the superclass of a public class must be. It
/// is not generic, so that the elements of an observer list can be accessed without looking up metadata.
public class _PromiseObserver: @unchecked Sendable {
  // This class has no state. A subclass documents what guards the state that it adds.

  @usableFromInline
  package init() {}

  /// Receives the outcome of `source`.
  ///
  /// An observer that uses the outcome must call `source.markObserved()`.
  ///
  /// - Returns: Whether the trampoline has to run the handler, and how.
  func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    fatalError("Subclasses must override this method.")
  }

  /// The executor of the handler. The trampoline reads it after `receive` has returned `.enqueue`.
  var executor: HandlerExecutor { .inline }

  /// Runs the handler. The trampoline calls this method once, on the executor that the result of ``receive(_:in:)``
  /// named.
  func run(_ source: AnyPromise, in trampoline: Trampoline) { fatalError("Subclasses must override this method.") }

  /// Whether the observer no longer needs an outcome, so that the list need not keep it.
  package var isStale: Bool { false }

  /// The context in which the handler runs, or `nil` to use the context of the observed promise.
  package var context: PromiseContext? { nil }

  /// Moves the handler of an observer that no longer needs it to `departure`, which is released after the lock.
  ///
  /// This method is called under the lock of the observed promise, and only while that promise is pending.
  func moveHandler(to departure: inout Departure) {}
}

/// An observer's response to an outcome.
enum Disposition {
  /// No handler has to run.
  case done
  /// The handler runs on this thread.
  case inline
  /// The handler runs in a work item of ``_PromiseObserver/executor``, or in the current work item if its executor has
  /// the same identity.
  case enqueue(HandlerExecutor.Identity?)

  init(on executor: borrowing HandlerExecutor) {
    self = executor.isInline ? .inline : .enqueue(executor.identity)
  }
}
