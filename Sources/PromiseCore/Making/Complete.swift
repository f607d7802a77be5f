public import Dispatch

// The way back: from a promise to a callback, so that an API can keep its signature for those who call it in the old
// style.
extension CatchMixin {
  /// Calls a completion handler with what becomes of the promise: a value or an error, the other one `nil`.
  ///
  /// ```swift
  /// func load(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  ///   load(url).complete(completion)
  /// }
  /// ```
  ///
  /// All forms of `complete` have this in common: `handler` is called once, with every outcome, cancellation included,
  /// where it was written; an error that it was given is not reported as unhandled.
  ///
  /// - Parameter handler: The completion handler.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Value?, (any Error)?) -> Void
  ) {
    // As in `Handler`.
    let call = unsafeBitCast(handler, to: (@Sendable (Value?, (any Error)?) -> Void).self)
    complete(at: Executor(isolation: handler.isolation)) { outcome in
      switch outcome {
      case .success(let value): call(value, nil)
      case .failure(let error): call(nil, error)
      }
    }
  }

  /// Calls a completion handler on a queue with a value or an error, the other one `nil`.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void) {
    complete(at: Executor(on: queue, flags: [])) { outcome in
      switch outcome {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }

  /// Calls a completion handler with the outcome as a result.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void
  ) {
    let handler = SafeHandler(handler)
    complete(at: handler.executor, handler.call)
  }

  /// Calls a completion handler on a queue with the outcome as a result.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    complete(at: Executor(on: queue, flags: []), handler)
  }

  private func complete(at executor: Executor, _ call: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    let engine = engine  // once: for somebody else's thenable it is made each time it is asked for
    _ = engine.witness(
      at: executor, engine.origin, seesCancellation: false, handlesError: true, wants: { _ in true }, body: call)
  }
}

extension CatchMixin where Value == Void {
  /// Calls a completion handler with the error, or with `nil` if there is none.
  @preconcurrency
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable ((any Error)?) -> Void
  ) {
    let handler = SafeHandler(handler)
    complete(at: handler.executor) { handler.call($0.error) }
  }

  /// Calls a completion handler on a queue with the error, or with `nil` if there is none.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    complete(at: Executor(on: queue, flags: [])) { handler($0.error) }
  }
}

extension Guarantee {
  /// Calls a completion handler with the value, where it was written.
  @preconcurrency
  public func complete(@_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Value) -> Void) {
    _ = lookAtValue(SafeHandler(handler), origin)
  }

  /// Calls a completion handler on a queue with the value.
  @preconcurrency
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Value) -> Void) {
    _ = lookAtValue(SafeHandler(on: queue, flags: [], handler), origin)
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
