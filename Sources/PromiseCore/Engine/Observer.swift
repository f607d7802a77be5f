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
  /// Several of them.
  case engines([AnyPromiseEngine])
  /// A producer, which may stop working.
  case handler(@Sendable () -> Void)
}

/// A promise that is not kept alive.
package struct WeakEngine: @unchecked Sendable {
  // Written once, when it is made; the runtime guards what happens when the promise goes.
  private(set) weak var engine: AnyPromiseEngine?

  init(_ engine: AnyPromiseEngine) { self.engine = engine }
}
