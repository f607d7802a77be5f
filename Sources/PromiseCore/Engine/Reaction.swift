/// What a derived promise does with the outcome of its source: the user's handler, where it runs, and the operator.
@usableFromInline
package struct Reaction: Sendable {
  /// The two moments at which an operator is called.
  @usableFromInline
  package enum Event: Sendable {
    /// The outcome of the source is there.
    case arrived
    /// The handler runs, on its executor.
    case run
  }

  /// An operator. It is given the handler when that has to run; an operator that captures nothing needs no allocation.
  ///
  /// - Returns: For `.arrived`, whether the handler has to run; if not, the operator has settled `derived`. The result
  ///   for `.run` is ignored.
  @usableFromInline
  package typealias Operator =
    @Sendable (
      _ derived: AnyPromise, _ source: AnyPromise, Event, ErasedHandler, _ trampoline: Trampoline
    ) -> Bool

  @usableFromInline let executor: HandlerExecutor
  @usableFromInline let perform: Operator
  @usableFromInline let handler: ErasedHandler

  @inlinable
  package init(on executor: HandlerExecutor, _ handler: ErasedHandler, _ perform: @escaping Operator) {
    self.executor = executor
    self.handler = handler
    self.perform = perform
  }
}

/// A handler without its type, in two words.
///
/// The casts go from one structure that holds a closure to another: a closure that is cast by itself would be wrapped in
/// another closure, which costs an allocation.
@usableFromInline
package struct ErasedHandler: Sendable {
  @usableFromInline let closure: @Sendable () -> Void

  /// A handler that does nothing.
  @usableFromInline
  init() { closure = {} }

  @inlinable @inline(__always)
  init<Input, Output>(_ call: @escaping @Sendable (Input) throws -> Output) {
    // Both structures hold one closure, and nothing calls it before `typed` has restored its type.
    self = unsafeBitCast(Typed(call: call), to: ErasedHandler.self)
  }

  /// The handler with its type, which must be the one that it was made with.
  @inlinable @inline(__always)
  func typed<Input, Output>(_ input: Input.Type, _ output: Output.Type) -> @Sendable (Input) throws -> Output {
    // Guarded by the operator, which erases and restores the type in one function.
    unsafeBitCast(self, to: Typed<Input, Output>.self).call
  }

  @usableFromInline
  struct Typed<Input, Output>: Sendable {
    @usableFromInline let call: @Sendable (Input) throws -> Output
    @inlinable init(call: @escaping @Sendable (Input) throws -> Output) { self.call = call }
  }
}
