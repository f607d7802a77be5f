public import Dispatch

// The inverse of `wrap`: these methods pass the outcome of a promise to a completion handler, so that an API can keep a
// signature that takes one.
extension Promise {
  /// Calls a completion handler with the value or with the error; the other argument is `nil`.
  ///
  /// ```swift
  /// func load(_ url: URL, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
  ///   load(url).complete(completion)
  /// }
  /// ```
  ///
  /// Every form of `complete` calls its handler exactly once, for any outcome, including cancellation. The error is not
  /// reported as unhandled. The handler is a permanent consumer: the promise is not canceled when its other consumers
  /// are.
  ///
  /// - Parameter handler: The completion handler. It runs on the actor it is isolated to, or on
  ///   `DispatchQueue.promises` if it is nonisolated.
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

  /// Calls a completion handler on a queue with the value or with the error; the other argument is `nil`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - handler: The completion handler. It is called exactly once.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: [])) { outcome in
      switch outcome {
      case .success(let value): handler(value, nil)
      case .failure(let error): handler(nil, error)
      }
    }
  }

  /// Calls a completion handler with the outcome as a `Result`.
  ///
  /// - Parameter handler: The completion handler. It is called exactly once. It runs on the actor it is isolated to, or
  ///   on `DispatchQueue.promises` if it is nonisolated.
  @_alwaysEmitIntoClient
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (Result<Value, any Error>) -> Void
  ) {
    let handler = Handler(handler)
    complete(at: handler.executor) { handler($0) }
  }

  /// Calls a completion handler on a queue with the outcome as a `Result`.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - handler: The completion handler. It is called exactly once.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: []), handler)
  }

  /// Calls `call` with the outcome on the executor. The error counts as handled.
  @_alwaysEmitIntoClient
  func complete(at executor: HandlerExecutor, _ call: @escaping @Sendable (Result<Value, any Error>) -> Void) {
    _ = typed.deriveWitness(
      on: executor, site, seesCancellation: false, handlesError: true, seesCaught: true, wants: { _ in true },
      body: call)
  }
}

extension Promise where Value == Void {
  /// Calls a completion handler with the error, or with `nil` if the promise is fulfilled.
  ///
  /// - Parameter handler: The completion handler. It is called exactly once. It runs on the actor it is isolated to, or
  ///   on `DispatchQueue.promises` if it is nonisolated.
  @_alwaysEmitIntoClient
  public func complete(
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable ((any Error)?) -> Void
  ) {
    let handler = Handler(handler)
    complete(at: handler.executor) { handler($0.error) }
  }

  /// Calls a completion handler on a queue with the error, or with `nil` if the promise is fulfilled.
  ///
  /// - Parameters:
  ///   - queue: The queue on which `handler` runs, or `nil` to run it inline, on the thread that settles the promise.
  ///   - handler: The completion handler. It is called exactly once.
  @_alwaysEmitIntoClient
  public func complete(on queue: DispatchQueue?, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    complete(at: HandlerExecutor(on: queue, flags: [])) { handler($0.error) }
  }
}

extension Result {
  /// The error, or `nil` if the result is a success.
  @_alwaysEmitIntoClient
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
