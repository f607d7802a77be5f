public import Dispatch
public import PromiseCore

// None of the forms has parameters for its creation site: the compiler prefers the form with fewer arguments left to their
// defaults, and would otherwise pass a closure of several statements to the form that expects a guarantee.
extension Promise where Value == Void {
  /// Recovers from every error, including cancellation, with a handler that returns nothing.
  ///
  /// - Parameter body: Called with the error. It runs on the actor of the surrounding code, or on
  ///   `DispatchQueue.promises` if there is none.
  /// - Returns: A guarantee that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a guarantee from the handler, as in `recover { _ in Guarantee() }`."
  )
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void
  ) -> Guarantee<Void> { recoverWithNothing(Handler(body)) }

  /// Recovers from every error, including cancellation, with a handler that runs on a queue and returns nothing.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A guarantee that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a guarantee from the handler, as in `recover { _ in Guarantee() }`."
  )
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    recoverWithNothing(Handler(on: queue, flags: nil, body))
  }

  /// Recovers from every error, including cancellation, with a handler that runs in a work item with flags and returns
  /// nothing.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - body: Called with the error, on `queue`.
  /// - Returns: A guarantee that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a guarantee from the handler, as in `recover { _ in Guarantee() }`."
  )
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> { recoverWithNothing(Handler(on: queue, flags: flags, body)) }

  /// Returns a guarantee that is fulfilled when this promise is, or when a handler of its error has returned.
  @_alwaysEmitIntoClient
  func recoverWithNothing(_ handler: Handler<any Error, Void, Never>) -> Guarantee<Void> {
    // Reports name the creation site of the promise.
    typed.deriveRecovering(on: handler.executor, any.site) { error, child, trampoline in
      child.settle(in: trampoline) { () throws(Never) in handler(error) }
    }
  }
}
