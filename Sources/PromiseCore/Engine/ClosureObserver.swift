/// An observer that is made of a closure.
@usableFromInline
package final class ClosureObserver: _PromiseObserver, @unchecked Sendable {
  /// Called when the outcome arrives, and again to run the handler.
  ///
  /// When the outcome arrives it returns the executor of its handler, or `nil` if it is done. The result of the second
  /// call is ignored. A closure that uses the outcome calls `source.markObserved()`.
  package typealias React =
    @Sendable (_ source: AnyPromise, Reaction.Event, _ trampoline: Trampoline) -> HandlerExecutor?

  /// What the outcome is for; `nil` for an observer that never departs.
  package let consumer: (any Consumer)?
  // Guarded by the observer list: the thread that took the observer out of the list calls it, and a departing consumer
  // removes it under the lock of that list.
  private var react: React?
  private var handlerExecutor = HandlerExecutor.inline

  package init(consumer: (any Consumer)?, react: @escaping React) {
    self.consumer = consumer
    self.react = react
  }

  override func receive(_ source: AnyPromise, in trampoline: Trampoline) -> Disposition {
    guard let executor = react?(source, .arrived, trampoline) else {
      react = nil  // what it captures may hold this observer
      return .done
    }
    handlerExecutor = executor
    return Disposition(on: executor)
  }

  override var executor: HandlerExecutor { handlerExecutor }

  override func run(_ source: AnyPromise, in trampoline: Trampoline) {
    _ = react.take()?(source, .run, trampoline)
  }

  override package var isStale: Bool { consumer?.isStale ?? false }

  override package var context: PromiseContext? { (consumer as? AnyPromise)?.context }

  override func moveHandler(to departure: inout Departure) { departure.react = react.take() }
}

/// Something that wants the outcome of a promise: a promise that is derived from it or combines it, a waiting task, or a blocked
/// thread.
package protocol Consumer: AnyObject, Sendable {
  /// Whether it has an outcome of its own, so that its observer need not be kept.
  var isStale: Bool { get }
}
