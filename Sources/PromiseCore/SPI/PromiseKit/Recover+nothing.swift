public import Dispatch

extension Thenable where Failure == any Error, Value == Void {
  /// Deals with any error, cancellation included. From PromiseKit.
  ///
  /// - Parameters:
  ///   - body: Called with the error; runs where it was written.
  @_spi(PromiseKit) @available(*, deprecated, message: "Return a guarantee: `recover { _ in Guarantee() }`.")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> { recoverWithNothing(Handler(body), CreationSite(file, line)) }

  /// Deals with any error on a queue. From PromiseKit.
  @_spi(PromiseKit) @available(*, deprecated, message: "Return a guarantee: `recover { _ in Guarantee() }`.")
  @preconcurrency @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (any Error) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Void> {
    recoverWithNothing(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func recoverWithNothing(_ handler: Handler<any Error, Void, Never>, _ site: CreationSite) -> Guarantee<Void> {
    _promise.deriveRecovering(on: handler.executor, site) { error, child, trampoline in
      child.settle(in: trampoline) { () throws(Never) in handler(error) }
    }
  }
}
