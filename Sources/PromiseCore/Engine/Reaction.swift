/// The reaction of a derived promise to the outcome of its source: the user's handler, its executor, and the operator.
///
/// The operator is called with `.arrived` on the thread that delivers the outcome, and then, if it asks for it, with
/// `.run` on the executor. For a handler that takes values (`PromiseFlags.takesValue`), the first call is left out.
///
/// The derived promise owns the reaction until it has been used: until the operator returns from `.run`, until an
/// outcome skips the handler, or until the derived promise is canceled. The handler and what it captures are released
/// then, outside of any lock.
@usableFromInline
package struct Reaction: Sendable {
  /// The events for which an operator is called.
  @usableFromInline
  package enum Event: Sendable {
    /// The outcome of the source has arrived.
    case arrived
    /// The handler has to run, on its executor.
    case run
  }

  /// An operator. For `.run` it receives the handler as an argument, because an operator that captures nothing needs no
  /// allocation.
  ///
  /// - Returns: For `.arrived`, whether the handler has to run. If not, the operator has settled `derived`. The result
  ///   for `.run` is ignored.
  @usableFromInline
  package typealias Operator =
    @Sendable (
      _ derived: AnyPromise, _ source: AnyPromise, Event, ErasedHandler, _ trampoline: Trampoline
    ) -> Bool

  /// The executor on which the operator is called with `.run`.
  @usableFromInline let executor: HandlerExecutor
  /// The operator.
  @usableFromInline let perform: Operator
  /// The user's function. Only the operator knows its type.
  @usableFromInline let handler: ErasedHandler

  /// Whether the reaction adopts an outcome, without a handler.
  var isAdoption: Bool {
    if case .adoption = executor { true } else { false }
  }

  /// Creates a reaction.
  ///
  /// - Parameters:
  ///   - executor: The executor on which the operator is called with `.run`.
  ///   - handler: The function to pass to the operator then.
  ///   - perform: The operator. It should capture nothing.
  @inlinable
  package init(on executor: HandlerExecutor, _ handler: ErasedHandler, _ perform: @escaping Operator) {
    self.executor = executor
    self.handler = handler
    self.perform = perform
  }
}

/// A handler without its type, in two words.
///
/// The casts convert one structure that holds a closure into another. A closure that is cast directly would be wrapped
/// in another closure, which costs an allocation.
@usableFromInline
package struct ErasedHandler: Sendable {
  @usableFromInline let closure: @Sendable () -> Void

  /// A handler that does nothing.
  @usableFromInline
  init() { closure = {} }

  @inlinable @inline(__always)
  init<Input, Output>(_ call: @escaping @Sendable (Input) throws -> Output) {
    // Both structures hold one closure, which is not called before `typed` has restored its type.
    self = unsafeBitCast(Typed(call: call), to: ErasedHandler.self)
  }

  /// Returns the handler with its type, which must be the type with which it was created.
  @inlinable @inline(__always)
  func typed<Input, Output>(_ input: Input.Type, _ output: Output.Type) -> @Sendable (Input) throws -> Output {
    // The operator guarantees the type: it erases and restores it in one function.
    unsafeBitCast(self, to: Typed<Input, Output>.self).call
  }

  @usableFromInline
  struct Typed<Input, Output>: Sendable {
    @usableFromInline let call: @Sendable (Input) throws -> Output
    @inlinable init(call: @escaping @Sendable (Input) throws -> Output) { self.call = call }
  }
}
