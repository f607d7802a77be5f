/// An observer that calls a closure.
///
/// The observer list retains the observer, and the observer retains the closure until the closure has been called for
/// the last time or its consumer has departed. It also retains its consumer.
@usableFromInline
package final class ClosureObserver: PromiseObserver, @unchecked Sendable {
  /// The closure, which is called when the outcome arrives and once more to run its handler.
  ///
  /// The first call returns the executor of the handler, or `nil` if no handler has to run. The result of the second
  /// call is ignored. A closure that uses the outcome must call `source.markObserved()`.
  package typealias React =
    @Sendable (_ source: AnyPromise, Reaction.Event, _ trampoline: Trampoline) -> HandlerExecutor?

  /// The consumer that wants the outcome, or `nil` for an observer that never departs.
  package let consumer: (any Consumer)?
  // Guarded by the observer list: the thread that removed the observer from the list calls the closure, and a departing
  // consumer takes the closure away under the lock of that list.
  private var react: React?
  private var handlerExecutor: HandlerExecutor

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - consumer: The consumer that wants the outcome, or `nil` if the observer never departs. The promise is then
  ///     never canceled from downstream.
  ///   - executor: The executor of the handler, until the closure returns another one.
  ///   - react: The closure.
  package init(consumer: (any Consumer)?, executor: HandlerExecutor = .inline, react: @escaping React) {
    self.consumer = consumer
    handlerExecutor = executor
    self.react = react
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard let executor = react?(source, .arrived, trampoline) else {
      trampoline.release(discardHandler())  // its captures may retain this observer
      return .done
    }
    handlerExecutor = executor
    return Disposition(on: executor)
  }

  override var executor: HandlerExecutor { handlerExecutor }

  override func run(_ source: AnyPromise, in trampoline: Trampoline) {
    guard let react = react.take() else { return }
    _ = react(source, .run, trampoline)
    if trampoline.mayDeliver { trampoline.makeDeliveries() } else { trampoline.release(.react(react)) }
    withExtendedLifetime(react) {}
  }

  override package var isStale: Bool { consumer?.isStale ?? false }

  override package var waitingParty: WaitingParty { consumer?.waitingParty ?? .handler }

  override package var context: PromiseContext? { (consumer as? AnyPromise)?.context }

  override func discardHandler() -> Remains { react.take().map { .react($0) } ?? .none }
}

/// A derived promise, a combinator's promise, a waiting task or a blocked thread that wants the outcome of a promise.
package protocol Consumer: Sendable {
  /// Whether the consumer no longer wants the outcome, so that the list need not keep its observer.
  var isStale: Bool { get }
  /// The consumer, for a snapshot of what is pending. By default, unspecified code.
  var waitingParty: WaitingParty { get }
}

extension Consumer {
  package var waitingParty: WaitingParty { .handler }  // uncovered: Only consumers in the tests need a default.
}
