extension _TypedPromise {
  /// Returns a promise that is derived from this one and is a consumer of it.
  ///
  /// - Parameters:
  ///   - type: `DerivedPromise` or `DerivedGuarantee`.
  ///   - executor: The executor on which the operator runs the handler.
  ///   - handler: The user's function.
  ///   - takesValue: Whether an error skips the handler without a call of the operator.
  ///   - perform: The operator. It receives the handler as an argument, so it need not capture it.
  @inlinable
  package final func derive<Child: Derived>(
    _ type: Child.Type, on executor: consuming HandlerExecutor, _ handler: consuming ErasedHandler,
    _ site: CreationSite, takesValue: Bool = false, _ perform: @escaping Reaction.Operator
  ) -> Child {
    let flags = takesValue ? AnyPromise.Flag.takesValue : 0
    let child = Child(from: self, site, flags: flags, Reaction(on: executor, handler, perform))
    attach(child)
    return child
  }

  /// Returns a promise that is derived from this one by a handler of the value. An error skips the handler.
  ///
  /// - Parameter settle: Settles the derived promise, given the value and the handler. It must not capture anything.
  @inlinable
  package final func deriveFromValue<Child: Derived, Output>(
    _ type: Child.Type, _ handler: consuming Handler<Value, Output, Child.Failure>, _ site: CreationSite,
    _ settle:
      @escaping @Sendable (
        Value, Handler<Value, Output, Child.Failure>, _TypedPromise<Child.Value, Child.Failure>, Trampoline
      ) -> Void
  ) -> Child {
    let (executor, erased) = (consume handler).erased()
    return derive(type, on: executor, erased, site, takesValue: true) {
      child, source, _, erased, trampoline in
      let handler = Handler<Value, Output, Child.Failure>(
        executor: .inline, body: erased.typed(Value.self, Output.self))
      let child = unsafeDowncast(child, to: _TypedPromise<Child.Value, Child.Failure>.self)
      settle(source.knownValue(as: Value.self), handler, child, trampoline)
      return false
    }
  }

  /// Returns a derived promise for an operator that needs more than its handler, at the cost of one more allocation.
  ///
  /// - Parameters:
  ///   - type: `DerivedPromise` or `DerivedGuarantee`.
  ///   - executor: The executor on which `handle` runs.
  ///   - skip: Returns the outcome of the derived promise if the source's outcome skips the handler, or `nil` if the
  ///     handler has to run.
  ///   - handle: Runs the handler and settles the derived promise, or makes it adopt another promise.
  @inlinable
  package final func derive<Child: Derived>(
    _ type: Child.Type, on executor: HandlerExecutor, _ site: CreationSite,
    skip: @escaping @Sendable (_TypedPromise) -> Result<Child.Value, Child.Failure>?,
    handle:
      @escaping @Sendable (_TypedPromise, _TypedPromise<Child.Value, Child.Failure>, Trampoline) -> Void
  ) -> Child {
    derive(type, on: executor, ErasedHandler(), site) { child, source, event, _, trampoline in
      let child = unsafeDowncast(child, to: _TypedPromise<Child.Value, Child.Failure>.self)
      let source = unsafeDowncast(source, to: _TypedPromise.self)
      guard event == .arrived else {
        handle(source, child, trampoline)
        return false
      }
      guard let skipped = skip(source) else { return true }
      if source.isCaught { child.markCaught() }
      child.settle(skipped, isHandled: source.isHandled, in: trampoline)
      return false
    }
  }
}
