/// One in the line of a promise: whoever wants its outcome, and is called when it is there.
///
/// You do not use this class directly. A promise that is derived from another one stands in that one's line itself, so
/// that a link of a chain costs one allocation.
///
/// Not generic, so that a line can be walked without looking up metadata.
public class AnyObserver: @unchecked Sendable {
  // Has no state. What the subclasses add says itself what guards it.

  @usableFromInline
  package init() {}

  /// The outcome is there. Returns where to run the handler, or `nowhere` if there is none to run: then all is done.
  ///
  /// Whoever takes the outcome, and does not come too late for it, says so: `source.markObserved()`.
  func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    fatalError("overridden by every observer")
  }

  /// Goes to its place without being asked, if there is a value, a handler for it, and that is not due at once. Returns
  /// whether it does.
  func goesByItself(from source: AnyPromiseEngine) -> Bool { false }

  /// Takes a value without being delivered to, if that runs nobody's handlers here. Returns whether it does. What it
  /// settles is delivered later in the run.
  func takesValue(of source: AnyPromiseEngine, in run: inout Run) -> Bool { goesByItself(from: source) }

  /// Whether a work item of a queue or an actor may call `perform` without asking: there is a value, there is a handler
  /// for it, and it is due in this place. Called under the lock of the promise.
  func goesOn(at place: ObjectIdentifier) -> Bool { false }

  /// Where the handler runs. Asked for after `arrived`, and before `perform`.
  var executor: Executor { .inline }

  /// Runs the handler. Called in the place that `arrived` has returned.
  func perform(_ source: AnyPromiseEngine, in run: inout Run) { fatalError("overridden by every observer") }

  /// Whether it wants nothing any more, so that it need not be kept in line.
  package var isStale: Bool { false }

  /// The scope that the handler belongs to, if it is not that of the promise that is observed.
  var ownScope: Scope? { nil }

  /// It has been taken out of the line, and is not going to be called.
  func leftLine() {}
}
