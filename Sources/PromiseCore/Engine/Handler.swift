public import Dispatch

/// The user's function that an operator calls, and the executor on which it runs.
///
/// `Failure` is the type of error that the function can throw: any error, or `Never` for the handlers of guarantees.
/// The function itself is stored as a throwing function, because a nonthrowing function converts to one at no cost.
///
/// A handler is created where the user attaches it, so that the isolation and the default queue of that code apply. The
/// operator splits it (`erased()`): the `Reaction` of the derived promise stores the executor and the function, and
/// releases both once the function has run or is no longer needed.
@usableFromInline
package struct Handler<Input, Output, Failure: Error>: Sendable {
  /// The executor on which the function must be called.
  @usableFromInline package let executor: HandlerExecutor
  /// The function. If `Failure` is `Never`, it does not throw.
  @usableFromInline let body: @Sendable (Input) throws -> Output

  /// Creates a handler from a function without isolation. The other initializers derive both arguments from the user's
  /// closure.
  @inlinable
  init(executor: HandlerExecutor, body: @escaping @Sendable (Input) throws -> Output) {
    self.executor = executor
    self.body = body
  }

  /// Returns the executor, and the function without its type.
  @inlinable @inline(__always)
  consuming func erased() -> (HandlerExecutor, ErasedHandler) { (executor, ErasedHandler(body)) }

  /// Calls the function. Must be called on `executor`.
  @inlinable @inline(__always)
  package func callAsFunction(_ input: Input) throws(Failure) -> Output {
    do { return try body(input) } catch { throw narrow(error, to: Failure.self) }
  }

  /// Returns a handler for another input type, which runs on the same executor and calls this handler.
  ///
  /// - Parameter use: Calls the handler that it receives, any number of times, with inputs derived from its own input.
  @inlinable
  package func adapted<NewInput, NewOutput>(
    _ use: @escaping @Sendable (Self, NewInput) throws(Failure) -> NewOutput
  ) -> Handler<NewInput, NewOutput, Failure> {
    Handler<NewInput, NewOutput, Failure>(executor: executor) { try use(self, $0) }
  }
}

extension Handler where Failure == any Error {
  /// Returns a handler that returns a promise of the value that this one returns.
  @_alwaysEmitIntoClient
  package func returningPromises() -> Handler<Input, Promise<Output>, any Error> where Output: Sendable {
    adapted { call, input in Promise.value(try call(input)) }
  }

  /// Creates a handler that runs on the actor of `body`, or on the default queue if it is nonisolated.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable (Input) throws -> Output) {
    self.init(executor: HandlerExecutor(isolation: body.isolation), body: withoutIsolation(body))
  }

  /// Creates a handler that runs on the given queue.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Input) throws -> Output
  ) { self.init(executor: HandlerExecutor(on: queue, flags: flags), body: body) }

  /// Creates a handler that runs on the given executor.
  @inlinable
  package init(executor: HandlerExecutor, _ body: @escaping @Sendable (Input) throws -> Output) {
    self.init(executor: executor, body: body)
  }

  /// Creates a handler of two inputs that runs on the actor of `body`, or on the default queue if `body` is
  /// nonisolated.
  @usableFromInline
  package init<A, B>(_ body: @escaping @isolated(any) @Sendable (A, B) throws -> Output) where Input == (A, B) {
    let call = withoutIsolation(body)
    self.init(executor: HandlerExecutor(isolation: body.isolation)) { try call($0.0, $0.1) }
  }

  /// Creates a handler of two inputs that runs on the given queue.
  @usableFromInline
  package init<A, B>(on queue: DispatchQueue?, _ body: @escaping @Sendable (A, B) throws -> Output)
  where Input == (A, B) {
    self.init(executor: HandlerExecutor(on: queue, flags: nil)) { try body($0.0, $0.1) }
  }
}

extension Handler where Failure == Never {
  /// The same handler, as one that might throw.
  @_alwaysEmitIntoClient
  var throwing: Handler<Input, Output, any Error> { Handler<Input, Output, any Error>(executor: executor, body: body) }

  /// Creates a handler that runs on the actor of `body`, or on the default queue if it is nonisolated.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable (Input) -> Output) {
    self.init(executor: HandlerExecutor(isolation: body.isolation), body: withoutIsolation(body))
  }

  /// Creates a handler that runs on the given queue.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable (Input) -> Output
  ) { self.init(executor: HandlerExecutor(on: queue, flags: flags), body: body) }

  /// Creates a handler of two inputs that runs on the actor of `body`, or on the default queue if `body` is
  /// nonisolated.
  @usableFromInline
  package init<A, B>(_ body: @escaping @isolated(any) @Sendable (A, B) -> Output) where Input == (A, B) {
    let call = withoutIsolation(body)
    self.init(executor: HandlerExecutor(isolation: body.isolation), body: { try call($0.0, $0.1) })
  }

  /// Creates a handler of two inputs that runs on the given queue.
  @usableFromInline
  package init<A, B>(on queue: DispatchQueue?, _ body: @escaping @Sendable (A, B) -> Output) where Input == (A, B) {
    self.init(executor: HandlerExecutor(on: queue, flags: nil), body: { body($0.0, $0.1) })
  }
}

extension Handler where Input == Void, Failure == any Error {
  /// Creates a handler without input that runs on the actor of `body`, or on the default queue if it is nonisolated.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable () throws -> Output) {
    let call = withoutIsolation(body)
    self.init(executor: HandlerExecutor(isolation: body.isolation), body: { _ in try call() })
  }

  /// Creates a handler without input that runs on the given queue.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () throws -> Output
  ) { self.init(executor: HandlerExecutor(on: queue, flags: flags), body: { _ in try body() }) }
}

extension Handler where Input == Void, Failure == Never {
  /// Creates a handler without input that runs on the actor of `body`, or on the default queue if it is nonisolated.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable () -> Output) {
    let call = withoutIsolation(body)
    self.init(executor: HandlerExecutor(isolation: body.isolation), body: { _ in try call() })
  }

  /// Creates a handler without input that runs on the given queue.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags? = nil, _ body: @escaping @Sendable () -> Output
  ) { self.init(executor: HandlerExecutor(on: queue, flags: flags), body: { _ in body() }) }
}

/// Returns an error as the error type of a promise. Traps if that type is `Never`.
///
/// Where `Failure` *is* `any Error`, a plain conversion in generic code would wrap the existential in another box at
/// each step of a chain.
@inlinable
package func narrow<Failure: Error>(_ error: any Error, to type: Failure.Type) -> Failure {
  // `fatalError` because `precondition` prints no message in release builds.
  guard Failure.self as Any.Type == (any Error).self else {
    // unreachable: No handler of a guarantee can throw.
    fatalError(
      "A guarantee cannot be rejected. This is a bug in swift-promises; please report it. Its handler threw: \(error)")
  }
  return unsafeBitCast(error as any Error, to: Failure.self)  // the same type; `as` keeps the existential unopened
}

/// Returns an error of a promise as `any Error`.
@inlinable
package func widen<Failure: Error>(_ error: Failure) -> any Error {
  guard Failure.self as Any.Type == (any Error).self else { return error }
  return unsafeBitCast(error, to: (any Error).self)  // the same type
}
