/// Whoever wants the outcome of a promise: a promise that is made of it, or a waiter.
package protocol Consumer: AnyObject, Sendable {
  /// Whether it has been cancelled or served otherwise, so that it need not be kept in line.
  var isStale: Bool { get }
}

/// An observer made of a closure: who wants the outcome, and what to do when it is there.
@usableFromInline
package final class Observer: AnyObserver, @unchecked Sendable {

  /// The two moments at which an observer is called.
  @usableFromInline
  package enum Moment: Sendable {
    /// The outcome is there; the observer says where it wants to run, or deals with it at once.
    case arrived
    /// It is where it wanted to be.
    case running
  }

  /// Called with the promise that settled. Returns where to run the handler, or `nil` when there is nothing left to
  /// run. Once called with `.running`, the result means nothing.
  ///
  /// Whoever takes the outcome, and does not come too late for it, says so: `source.markObserved()`.
  package typealias React = @Sendable (_ source: AnyPromiseEngine, Moment, inout Run) -> Executor?

  /// Who wants the outcome; `nil` for somebody who will always want it.
  package let consumer: (any Consumer)?
  private let react: React

  /// Where the handler runs.
  // Guarded by the line that the observer stands in: only who takes it out of there calls it.
  private var due = Executor.inline

  package init(consumer: (any Consumer)?, react: @escaping React) {
    self.consumer = consumer
    self.react = react
  }

  override func arrived(_ source: AnyPromiseEngine, in run: inout Run) -> Executor.Place {
    guard let executor = react(source, .arrived, &run) else { return .nowhere }
    due = executor
    return executor.place
  }

  override var executor: Executor { due }

  override func perform(_ source: AnyPromiseEngine, in run: inout Run) { _ = react(source, .running, &run) }

  override package var isStale: Bool { consumer?.isStale ?? false }

  override var ownScope: Scope? { (consumer as? AnyPromiseEngine)?.scope }
}
