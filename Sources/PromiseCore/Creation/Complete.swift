public import Dispatch

// The way back: from a promise to a callback, so that an API can keep its signature for those who call it in the old
// style.
extension Thenable where Failure == any Error {
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
  @_alwaysEmitIntoClient
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Value?, (any Error)?) -> Void
  ) {
    let handler = Handler<(Value?, (any Error)?), Void, Never>(handler)
    complete(at: handler.executor) { outcome in
      switch outcome {
      case .success(let value): handler((value, nil))
      case .failure(let error): handler((nil, error))
      }
    }
  }

  /// Calls a completion handler on a queue with a value or an error, the other one `nil`.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: [])) { outcome in
      switch outcome {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }

  /// Calls a completion handler with the outcome as a result.
  @_alwaysEmitIntoClient
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void
  ) {
    let handler = Handler(handler)
    complete(at: handler.executor) { handler($0) }
  }

  /// Calls a completion handler on a queue with the outcome as a result.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: []), handler)
  }

  @_alwaysEmitIntoClient
  func complete(at executor: HandlerExecutor, _ call: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    let promise = _promise  // once: for a foreign thenable a new promise is created each time
    _ = promise.deriveWitness(
      on: executor, promise.site, seesCancellation: false, handlesError: true, wants: { _ in true }, body: call)
  }
}

extension Thenable where Failure == any Error, Value == Void {
  /// Calls a completion handler with the error, or with `nil` if there is none.
  @_alwaysEmitIntoClient
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable ((any Error)?) -> Void
  ) {
    let handler = Handler(handler)
    complete(at: handler.executor) { handler($0.error) }
  }

  /// Calls a completion handler on a queue with the error, or with `nil` if there is none.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: [])) { handler($0.error) }
  }
}

extension Result {
  @_alwaysEmitIntoClient
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
