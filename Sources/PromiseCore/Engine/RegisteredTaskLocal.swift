internal import CPromiseCore

/// A task-local value that handlers take with them from where they are written to where they run.
///
/// The registered values are a list, to which a value is only ever added. It is read without a lock, and its objects are
/// never released.
package class RegisteredTaskLocal: @unchecked Sendable {
  // All properties of this class and its subclass are immutable.

  /// The value that was registered before this one.
  package final let next: RegisteredTaskLocal?
  /// The identity of the `TaskLocal`.
  fileprivate final let identity: ObjectIdentifier

  fileprivate init(_ identity: ObjectIdentifier, _ next: RegisteredTaskLocal?) {
    self.identity = identity
    self.next = next
  }

  /// Returns a scope with the current value, or `nil` if no value is set.
  func currentScope(_ executor: HandlerExecutor, _ inner: HandlerScope?) -> HandlerScope? { nil }

  /// Runs `body` without a value.
  func hide(_ body: () -> Void) { body() }

  /// Runs an `async` function without a value.
  func hide(isolation: isolated (any Actor)?, _ body: TaskWork) async { await body(isolation) }

  // MARK: - The list

  /// The value that was registered last.
  package static var last: RegisteredTaskLocal? {
    promise_core_registered_task_locals().map {
      Unmanaged<RegisteredTaskLocal>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The value that was registered last, for registrations.
  private static let registered = Lock<RegisteredTaskLocal?>(nil)

  /// Registers an optional task-local value, which is not set if it is `nil`.
  ///
  /// - Parameters:
  ///   - local: The value. Registering it again has no effect.
  ///   - isSame: Whether two values are known to be the same, so that the second one need not be set.
  package static func registerOptional<Value: Sendable>(
    _ local: TaskLocal<Value?>, isSame: @escaping @Sendable (Value?, Value?) -> Bool = { _, _ in false }
  ) { add(local) { TypedTaskLocal(local, absence: .some(nil), isAbsent: { $0 == nil }, isSame: isSame, $0) } }

  /// Registers a task-local value that is always set.
  static func registerDefaulted<Value: Sendable>(_ local: TaskLocal<Value>) {
    add(local) { TypedTaskLocal(local, absence: nil, isAbsent: { _ in false }, isSame: { _, _ in false }, $0) }
  }

  private static func add(_ local: AnyObject, _ make: (RegisteredTaskLocal?) -> RegisteredTaskLocal) {
    registered.withLock { last in
      var earlier = last
      while let current = earlier {
        if current.identity == ObjectIdentifier(local) { return }
        earlier = current.next
      }
      let value = make(last)
      last = value
      promise_core_set_registered_task_locals(Unmanaged.passUnretained(value).toOpaque())
    }
  }
}

/// A registered task-local value with its type.
final class TypedTaskLocal<Value: Sendable>: RegisteredTaskLocal, @unchecked Sendable {
  private let local: TaskLocal<Value>
  /// What the task-local value is where it is not set, or `nil` if it is always set.
  private let absence: Value?
  private let isAbsent: @Sendable (Value) -> Bool
  private let isSame: @Sendable (Value, Value) -> Bool

  fileprivate init(
    _ local: TaskLocal<Value>, absence: Value?, isAbsent: @escaping @Sendable (Value) -> Bool,
    isSame: @escaping @Sendable (Value, Value) -> Bool, _ next: RegisteredTaskLocal?
  ) {
    self.local = local
    self.absence = absence
    self.isAbsent = isAbsent
    self.isSame = isSame
    super.init(ObjectIdentifier(local), next)
  }

  override func currentScope(_ executor: HandlerExecutor, _ inner: HandlerScope?) -> HandlerScope? {
    let value = local.get()
    return isAbsent(value) ? nil : ScopeOfTaskLocal(executor, self, value, inner)
  }

  override func hide(_ body: () -> Void) {
    guard let absence, !isAbsent(local.get()) else { return body() }
    local.withValue(absence, operation: body)
  }

  override func hide(isolation: isolated (any Actor)?, _ body: TaskWork) async {
    guard let absence, !isAbsent(local.get()) else { return await body(isolation) }
    await local.withValue(absence, operation: { await body(isolation) }, isolation: isolation)
  }

  /// Runs `body` with a value.
  func bind(_ value: Value, _ body: () -> Void) {
    if isSame(value, local.get()) { body() } else { local.withValue(value, operation: body) }
  }

  /// Runs an `async` function with a value.
  func bind(_ value: Value, isolation: isolated (any Actor)?, _ body: TaskWork) async {
    await local.withValue(value, operation: { await body(isolation) }, isolation: isolation)
  }
}
