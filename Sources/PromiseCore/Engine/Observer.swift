/// Whoever wants the outcome of a promise: the promise derived from it, or a waiter.
package protocol Consumer: AnyObject, Sendable {
  /// Whether it has been cancelled or served otherwise, so that it need not be kept in line.
  var isStale: Bool { get }
}

/// One entry in the line of a promise: who wants its outcome, and what to do when it is there.
///
/// Not generic, so that a line can be walked without looking up metadata; the closure is made in a generic function,
/// which knows the types and downcasts.
package struct Observer: Sendable {
  /// The two moments at which an observer is called.
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
  package let react: React

  package init(consumer: (any Consumer)?, react: @escaping React) {
    self.consumer = consumer
    self.react = react
  }

  var isStale: Bool { consumer?.isStale ?? false }
}

/// What is told when a promise is cancelled before it settled.
package enum Upstream: Sendable {
  /// The promise it was derived from, which loses a consumer.
  case engine(AnyPromiseEngine)
  /// The same, if it is still there: it is not kept.
  case ownerless(WeakEngine)
  /// Those that it is a combination of.
  case engines([AnyPromiseEngine])
  /// A producer, which may stop working.
  case handler(@Sendable () -> Void)
}

extension Upstream {
  /// The promise that would be told of cancellation has an outcome, and needs nothing any more.
  ///
  /// That matters to the members of a combinator that are still pending. What they come to is no news to it; and if all
  /// others who want them are cancelled, so are they.
  func letGo() {
    guard case .engines(let members) = self else { return }
    for member in members where member.isPending {
      member.markObserved()
      member.consumerLeft()
    }
  }
}

/// A promise that is not kept alive.
package struct WeakEngine: @unchecked Sendable {
  // Written once, when it is made; the runtime guards what happens when the promise goes.
  package private(set) weak var engine: AnyPromiseEngine?

  package init(_ engine: AnyPromiseEngine) { self.engine = engine }
}
