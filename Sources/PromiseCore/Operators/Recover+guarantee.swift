public import Dispatch

// On a protocol so that, on a promise of `Void`, a handler of several statements that returns nothing is taken for what
// it is: between extensions of a protocol the compiler prefers the more constrained, between those of a class it sees
// an ambiguity.
extension Thenable where Failure == any Error {
  /// Continues after any error with the guarantee that `body` returns.
  ///
  /// The result is a guarantee, so `body` deals with every error, cancellation included. The form that returns a promise
  /// passes a cancellation on: write `{ _ in Promise.value(placeholder) }` for that.
  ///
  /// - Parameters:
  ///   - body: Called with the error. It runs where it was written.
  @discardableResult
  @_alwaysEmitIntoClient
  public func recover(
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Guarantee<Value>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { recoverWithGuarantee(Handler(body), CreationSite(file, line)) }

  /// Continues after any error, on a queue, with the guarantee that `body` returns.
  @discardableResult @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    recoverWithGuarantee(Handler(on: queue, flags: flags, body), CreationSite(file, line))
  }

  @_alwaysEmitIntoClient
  func recoverWithGuarantee(
    _ handler: Handler<any Error, Guarantee<Value>, Never>, _ site: CreationSite
  ) -> Guarantee<Value> {
    _promise.deriveRecovering(on: handler.executor, site) { error, child, trampoline in
      child.adopt(returned: handler(error), in: trampoline)
    }
  }
}
