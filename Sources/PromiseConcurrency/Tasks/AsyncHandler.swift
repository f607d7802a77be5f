import PromiseCore

/// An `async` closure that an operator calls in a task when the promise that it is attached to settles.
///
/// The task has the priority and the default queue of the code that attached the handler. Nothing of the code that
/// settles the promise reaches it, and it has no task-local values. The closure is released on its actor.
package struct AsyncHandler<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  /// The closure. It is isolated to the actor that it receives, so that the task does not leave the actor before the
  /// user's closure begins.
  private struct Body: Sendable {
    let call: @Sendable (isolated (any Actor)?, Input) async throws -> Output
  }

  private let body: SharedHandler<Body>

  /// The executor, which starts a task on the actor of the closure.
  var executor: HandlerExecutor { body.executor }

  private init(
    on isolation: (any Actor)?, _ call: @escaping @Sendable (isolated (any Actor)?, Input) async throws -> Output
  ) { body = SharedHandler(Body(call: call), on: HandlerExecutor(taskOn: isolation)) }

  /// Starts a task that calls the closure and is canceled with a promise.
  ///
  /// - Parameters:
  ///   - promise: The promise that `finish` settles.
  ///   - input: The argument of the closure.
  ///   - isLast: Whether the closure is not called again, so that it is released when the task ends.
  ///   - trampoline: The trampoline of the current thread.
  ///   - finish: Settles the promise. It is called in the task.
  func start(
    for promise: AnyPromise, with input: Input, isLast: Bool = true, in trampoline: Trampoline,
    _ finish: @escaping @Sendable (Result<Output, Failure>) -> Void
  ) {
    promise.work(by: executor, in: trampoline) { [body] actor in
      let outcome: Result<Output, Failure>
      do {
        outcome = .success(try await body.handler.call(actor, input))
      } catch {
        outcome = .failure(narrow(error, to: Failure.self))
      }
      finish(outcome)
      if isLast { body.clear() }
    }
  }
}

extension AsyncHandler where Failure == any Error {
  /// Creates a handler that may throw.
  package init(_ body: @escaping @isolated(any) @Sendable (Input) async throws -> Output) {
    self.init(on: body.isolation) { _, input in try await body(input) }
  }

  /// Creates a handler that may throw and does not need its input.
  package init(ignoringInput body: @escaping @isolated(any) @Sendable () async throws -> Output) {
    self.init(on: body.isolation) { _, _ in try await body() }
  }
}

extension AsyncHandler where Failure == any Error {
  /// Creates a handler of two inputs.
  init<A, B>(_ body: @escaping @isolated(any) @Sendable (A, B) async throws -> Output) where Input == (A, B) {
    self.init(on: body.isolation) { _, input in try await body(input.0, input.1) }
  }
}

extension AsyncHandler where Failure == Never {
  /// Creates a handler that cannot throw.
  init(_ body: @escaping @isolated(any) @Sendable (Input) async -> Output) {
    self.init(on: body.isolation) { _, input in await body(input) }
  }
}

extension AsyncHandler where Input == Void, Failure == Never {
  /// Creates a handler without input that cannot throw.
  init(_ body: @escaping @isolated(any) @Sendable () async -> Output) {
    self.init(on: body.isolation) { _, _ in await body() }
  }
}

extension Promise {
  /// Creates a promise of the value that `handler` returns, in a task of its own.
  package convenience init<Input>(
    by handler: AsyncHandler<Input, Value, any Error>, with input: Input, isLast: Bool, _ site: CreationSite
  ) {
    self.init(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    handler.start(for: any, with: input, isLast: isLast, in: trampoline) { self.settle($0) }
    trampoline.leave()
  }
}

extension Guarantee {
  /// Creates a guarantee of the value that `handler` returns, in a task of its own.
  convenience init<Input>(by handler: AsyncHandler<Input, Value, Never>, with input: Input, _ site: CreationSite) {
    self.init(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    handler.start(for: any, with: input, in: trampoline) { self.settle($0) }
    trampoline.leave()
  }
}
