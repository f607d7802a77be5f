extension Guarantee {
  /// Continues with the guarantee that an `async` `body` returns.
  ///
  /// `body` runs in a task, with the isolation of where it was written. Cancelling the new guarantee cancels the task,
  /// which goes on to fulfil it.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - body: Called with the value.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func then<U>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Guarantee<U>
  ) -> Guarantee<U> {
    onValue(at: .inline, body, to: Guarantee<U>(origin: Origin(file, line), scope: scopeOfDerived)) {
      source, body, child, run in
      child.work(on: body.isolation, in: &run) { _ in
        let guarantee = await body(source.knownOutcome.get())
        var run = Run()
        child.follow(guarantee, in: &run)
        run.finish()
      }
    }
  }

  /// Turns the value into another one by an `async` function that cannot throw.
  ///
  /// - Parameters:
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - transform: Called with the value, in a task with the isolation of where it was written, which is cancelled
  ///     when the new guarantee is, and goes on to fulfil it.
  @preconcurrency @_disfavoredOverload
  public func map<U: Sendable>(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ transform: @escaping @isolated(any) @Sendable (Value) async -> U
  ) -> Guarantee<U> { mapInTask(transform, Origin(file, line)) }

  /// Uses the value in an `async` function that cannot throw.
  ///
  /// As the `async` form of `map`.
  @preconcurrency @_disfavoredOverload @discardableResult
  public func done(
    file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
  ) -> Guarantee<Void> { mapInTask(body, Origin(file, line)) }

  private func mapInTask<U>(
    _ transform: @escaping @isolated(any) @Sendable (Value) async -> U, _ origin: Origin
  ) -> Guarantee<U> {
    onValue(at: .inline, transform, to: Guarantee<U>(origin: origin, scope: scopeOfDerived)) {
      source, transform, child, run in
      child.work(on: transform.isolation, in: &run) { _ in
        child.settle(.success(await transform(source.knownOutcome.get())))
      }
    }
  }
}
