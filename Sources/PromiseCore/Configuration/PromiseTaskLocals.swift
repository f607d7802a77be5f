/// Task-local values that handlers take with them: the context of a request, such as its identifier or its tracing span.
///
/// Swift passes task-local values on to tasks, but not to closures that run later on a queue. A value that is registered
/// here travels from where a handler is written to where it runs:
///
/// ```swift
/// PromiseTaskLocals.register(RequestID.$current)
/// ```
///
/// The value that is set where the program attaches a handler is set again while the handler runs, on every executor. So
/// the handlers of one request have the context of that request, also if other code settles the promise. This applies to
///
/// - the handlers of all operators, and those that they attach in turn;
/// - each attempt of `retry`, each round of `until`, and each element of `thenMap`, `reduce` and
///   `when(fulfilled:maxConcurrent:)`;
/// - `async` steps, `concurrentMap` and `poll`;
/// - the handlers of `onCancel` and `onProgress`, and what `complete` and `pipe` call.
///
/// Tasks that start where they are written, such as those of `Promise { try await … }` and of a `PromiseQueue`, inherit all
/// task-local values in any case. What a `SharedPromise` or a `PromiseCache` loads belongs to no single caller: it has the
/// values that were set where the shared promise was created.
///
/// A handler that was written where the value was not set does not see that of the code that settles the promise, even when
/// it runs inline.
///
/// A program that registers nothing pays nothing. Otherwise, a handler that takes values with it needs one allocation for
/// each of them. The values are released with the handler.
public enum PromiseTaskLocals {
  /// Registers an optional task-local value. Handlers that are written where it is not `nil` take it with them.
  ///
  /// Call this function once, when the program starts: handlers that are already attached do not know the value.
  ///
  /// - Parameter local: The task-local value, such as `ServiceContext.$current`. Registering it again has no effect.
  /// - Complexity: O(*n*) in the number of registered values. Running a handler takes O(*n*) as well.
  public static func register<Value: Sendable>(_ local: TaskLocal<Value?>) {
    RegisteredTaskLocal.registerOptional(local)
  }

  /// Registers a task-local value that has a default. All handlers take it with them.
  ///
  /// Prefer an optional value: handlers outside of any request then need no allocation.
  ///
  /// - Parameter local: The task-local value. Registering it again has no effect.
  /// - Complexity: O(*n*) in the number of registered values. Running a handler takes O(*n*) as well.
  public static func register<Value: Sendable>(_ local: TaskLocal<Value>) {
    RegisteredTaskLocal.registerDefaulted(local)
  }
}
