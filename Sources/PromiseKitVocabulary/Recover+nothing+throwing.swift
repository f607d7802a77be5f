public import Dispatch
public import PromiseCore

// Without these forms, a closure like `{ error in try check(error) }` would be taken for an `async` one, and would leave
// the main thread.
extension Promise where Value == Void {
  /// Recovers from an error with a handler that returns nothing, unless it throws.
  ///
  /// - Parameters:
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error. If it throws, the returned promise is rejected with that error. It runs on the actor
  ///     of the surrounding code, or on `DispatchQueue.promises` if there is none.
  /// - Returns: A promise that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a promise from the handler, as in `recover { try check($0); return Promise() }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover(
    policy: CatchPolicy = .default,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) throws -> Void
  ) -> Promise<Void> { recoverWithNothing(Handler(body), policy) }

  /// Recovers from an error with a handler that runs on a queue and returns nothing, unless it throws.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a promise from the handler, as in `recover { try check($0); return Promise() }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, policy: CatchPolicy = .default, _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> { recoverWithNothing(Handler(on: queue, flags: nil, body), policy) }

  /// Recovers from an error with a handler that runs in a work item with flags and returns nothing, unless it throws.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `body` runs, or `nil` to run it inline, on the thread that settles this promise.
  ///   - flags: The flags of the work item in which `body` runs, as in Dispatch.
  ///   - policy: The errors to handle. The default skips errors that mean cancellation.
  ///   - body: Called with the error, on `queue`. If it throws, the returned promise is rejected with that error.
  /// - Returns: A promise that is fulfilled when this promise is fulfilled or `body` has returned.
  @_spi(PromiseKit)
  @available(
    *, deprecated, message: "Return a promise from the handler, as in `recover { try check($0); return Promise() }`."
  )
  @preconcurrency
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, policy: CatchPolicy = .default,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> { recoverWithNothing(Handler(on: queue, flags: flags, body), policy) }

  /// Returns a promise that is fulfilled when this promise is, or when a handler of its error has returned.
  @_alwaysEmitIntoClient
  func recoverWithNothing(_ handler: Handler<any Error, Void, any Error>, _ policy: CatchPolicy) -> Promise<Void> {
    // Reports name the creation site of the promise.
    typed.deriveFromError(on: handler.executor, matching: policy.match, any.site) { error, child, trampoline in
      child.settle(in: trampoline) { try handler(error) }
    }
  }
}
