public import Dispatch

// On a protocol so that, on a promise of `Void`, a handler of several statements that returns nothing is taken for what
// it is: between extensions of a protocol the compiler prefers the more constrained, between those of a class it sees
// an ambiguity.
extension CatchMixin {
  /// Continues after any error, cancellation included, with the guarantee that `body` returns. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the error; runs where it was written.
  @preconcurrency @discardableResult
  public func recover(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> { recoverForSure(SafeHandler(body), Origin(file, line)) { $0.follow(returned: $1, in: &$2) } }

  /// Continues after any error, on a queue, with the guarantee that `body` returns. From PromiseKit.
  @preconcurrency @discardableResult
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    recoverForSure(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) { $0.follow(returned: $1, in: &$2) }
  }

  private func recoverForSure<U>(
    _ handler: SafeHandler<any Error, U>, _ origin: Origin,
    _ settle: @escaping @Sendable (PromiseEngine<Value, Never>, U, inout Run) -> Void
  ) -> Guarantee<Value> {
    recoverForSure(at: handler.executor, origin) { error, child, run in settle(child, handler.call(error), &run) }
  }

  /// What the forms have in common: `recover` makes the guarantee settle after an error.
  package func recoverForSure(
    at executor: Executor, _ origin: Origin,
    _ recover: @escaping @Sendable (any Error, PromiseEngine<Value, Never>, inout Run) -> Void
  ) -> Guarantee<Value> {
    engine.chain(
      to: DerivedGuarantee<Value>.self, on: executor, context: recover, origin,
      skip: { source, _ in
        if case .success(let value) = source.knownOutcome { .success(value) } else { nil }
      },
      handle: { source, recover, child, run in
        if case .failure(let error) = source.knownOutcome { recover(error, child, &run) }
      })
  }
}

extension CatchMixin where Value == Void {
  /// Deals with any error, cancellation included. From PromiseKit.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the error; runs where it was written.
  @preconcurrency @discardableResult
  public func recover(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (any Error) -> Void
  ) -> Guarantee<Void> { recoverForSure(SafeHandler(body), Origin(file, line)) { $0.settle(.success($1), in: &$2) } }

  /// Deals with any error on a queue. From PromiseKit.
  @preconcurrency @discardableResult
  public func recover(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, file: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    recoverForSure(SafeHandler(on: queue, flags: flags, body), Origin(file, line)) { $0.settle(.success($1), in: &$2) }
  }
}
