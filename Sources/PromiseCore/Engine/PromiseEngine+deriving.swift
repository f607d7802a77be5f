extension PromiseEngine {
  /// Makes a promise of this one, with a handler of its value. An error passes the handler by.
  ///
  /// The derived promise is a consumer of this one.
  ///
  /// - Parameters:
  ///   - type: A `DerivedPromise` or a `DerivedGuarantee`.
  ///   - executor: Where `step` runs the handler.
  ///   - handler: As its user gave it.
  ///   - asks: Whether `step` is asked which outcomes the handler wants to see.
  ///   - step: Runs the handler. Let it capture nothing.
  @inlinable
  package final func derive<Child: Derived>(
    _ type: Child.Type, at executor: consuming Executor, _ handler: Link.Erased, _ origin: Origin,
    asks: Bool = false, _ step: @escaping Link.Step
  ) -> Child {
    let child = Child(from: self, origin, flags: asks ? 0 : Flag.wantsValue, Link(at: executor, handler, step))
    attach(child)
    return child
  }

  /// Makes a promise of this one, for an operator that needs more: it costs one allocation more.
  ///
  /// - Parameters:
  ///   - type: A `DerivedPromise` or a `DerivedGuarantee`.
  ///   - executor: Where `handle` runs.
  ///   - context: The handler, as its user gave it.
  ///   - skip: Which outcomes pass the handler by, and what they become.
  ///   - handle: Runs the handler and settles the child, or makes it follow another promise.
  @inlinable
  package final func chain<Child: Derived, Context: Sendable>(
    to type: Child.Type, on executor: Executor, context: Context, _ origin: Origin,
    skip:
      @escaping @Sendable (PromiseEngine<Value, Failure>, Context) -> Result<Child.Value, Child.Failure>?,
    handle:
      @escaping @Sendable (
        PromiseEngine<Value, Failure>, Context, PromiseEngine<Child.Value, Child.Failure>, inout Run
      ) -> Void
  ) -> Child {
    let handler = Link.Erased(general: { child, source, moment, run in
      let child = unsafeDowncast(child, to: PromiseEngine<Child.Value, Child.Failure>.self)
      let source = unsafeDowncast(source, to: PromiseEngine<Value, Failure>.self)
      switch moment {
      case .arrived:
        guard let passed = skip(source, context) else { return true }
        if source.isCaught { child.markCaught() }
        child.settle(passed, isHandled: source.isHandled, in: &run)
      case .running:
        handle(source, context, child, &run)
      }
      return false
    })
    let link = Link(at: executor, handler) { child, source, moment, handler, run in
      handler.general(child, source, moment, &run)
    }
    let child = Child(from: self, origin, flags: 0, link)
    attach(child)
    return child
  }

  /// Makes this promise settle as `source` does. It becomes a consumer of `source`, and of nobody else.
  @inlinable
  package final func follow<SourceFailure>(engine source: PromiseEngine<Value, SourceFailure>, in run: inout Run) {
    let follower = follower { child, source, _, _, run in
      let child = unsafeDowncast(child, to: PromiseEngine<Value, Failure>.self)
      if source.isFulfilled {
        child.settle(.success(source.slot.value(as: Value.self)), in: &run)
      } else {
        child.reject(as: source, in: &run)
      }
      return false
    }
    source.attach(follower, in: &run)
    // After it has been attached to: this engine cannot leave `source` before it has come.
    link(source.asUpstream, replacing: true, in: &run)
  }
}
