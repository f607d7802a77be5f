public import CPromiseCore

/// The registered task-local values that were set where a handler was written. The handler takes them with it.
///
/// A handler has a scope only if such a value was set, so that other handlers cost nothing. The scope contains the
/// executor, because a `Reaction` has room for one reference. Each further value has a scope of its own, `inner`, so that
/// a scope with one value is one allocation.
@usableFromInline
package class HandlerScope: @unchecked Sendable {
  // All properties of this class and its subclass are immutable.

  /// The executor of the handler, which has no scope itself.
  final let executor: HandlerExecutor
  /// The task-local value that this scope sets.
  fileprivate final let local: RegisteredTaskLocal
  /// The scope that sets the values that were registered before this one.
  fileprivate final let inner: HandlerScope?

  init(_ executor: HandlerExecutor, _ local: RegisteredTaskLocal, _ inner: HandlerScope?) {
    self.executor = executor
    self.local = local
    self.inner = inner
  }

  /// Runs `body` with the value of this scope.
  fileprivate func bind(_ body: () -> Void) { body() }

  /// Runs an `async` function with the value of this scope.
  fileprivate func bind(isolation: isolated (any Actor)?, _ body: TaskWork) async { await body(isolation) }

  // MARK: - Scopes of handlers

  /// Whether any code may run in a scope.
  @inlinable package static var mayExist: Bool { promise_core_has_registered_task_locals() }

  /// The scope of the calling code, or `nil` if no registered value is set.
  ///
  /// - Parameter executor: The executor of the handler that runs in the scope.
  static func current(for executor: HandlerExecutor) -> HandlerScope? {
    func scope(_ local: RegisteredTaskLocal?) -> HandlerScope? {
      guard let local else { return nil }
      let inner = scope(local.next)
      return local.currentScope(executor, inner) ?? inner
    }
    return scope(.last)
  }

  /// Runs `body` with exactly those registered values that a scope contains: what is set on this thread, by the code
  /// that settles the promise, is hidden.
  ///
  /// - Parameter scope: The scope, or `nil` for code that has none.
  static func run(in scope: HandlerScope?, _ body: () -> Void) { run(in: scope, .last, body) }

  private static func run(in scope: HandlerScope?, _ local: RegisteredTaskLocal?, _ body: () -> Void) {
    guard let local else { return body() }
    if let scope, scope.local === local {
      scope.bind { run(in: scope.inner, local.next, body) }
    } else {
      local.hide { run(in: scope, local.next, body) }
    }
  }

  /// Runs an `async` function with exactly those registered values that a scope contains.
  static func run(in scope: HandlerScope?, isolation: isolated (any Actor)?, _ body: TaskWork) async {
    await run(in: scope, .last, isolation: isolation, body)
  }

  private static func run(
    in scope: HandlerScope?, _ local: RegisteredTaskLocal?, isolation: isolated (any Actor)?, _ body: TaskWork
  ) async {
    guard let local else { return await body(isolation) }
    if let scope, scope.local === local {
      await scope.bind(isolation: isolation) { actor in
        await run(in: scope.inner, local.next, isolation: actor, body)
      }
    } else {
      await local.hide(isolation: isolation) { actor in await run(in: scope, local.next, isolation: actor, body) }
    }
  }
}

/// A scope with the value of one registered task-local value.
final class ScopeOfTaskLocal<Value: Sendable>: HandlerScope, @unchecked Sendable {
  private let value: Value
  private let typedLocal: TypedTaskLocal<Value>

  init(_ executor: HandlerExecutor, _ local: TypedTaskLocal<Value>, _ value: Value, _ inner: HandlerScope?) {
    self.value = value
    typedLocal = local
    super.init(executor, local, inner)
  }

  /// No user code, such as the `deinit` of the value, may run within a delivery, during which the thread that makes it may
  /// release the last reference to an executor.
  deinit {
    if !_isPOD(Value.self), Trampoline.isDelivering {
      let remains = RemainingValue(value: value)
      Trampoline.addLater { $0.release(object: remains) }
    }
  }

  override func bind(_ body: () -> Void) { typedLocal.bind(value, body) }

  override func bind(isolation: isolated (any Actor)?, _ body: TaskWork) async {
    await typedLocal.bind(value, isolation: isolation, body)
  }
}

/// A value that is released later than its scope.
private final class RemainingValue<Value: Sendable>: Sendable {
  let value: Value

  init(value: Value) { self.value = value }
}
