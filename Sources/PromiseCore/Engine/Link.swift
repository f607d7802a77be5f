/// What a derived promise does with the outcome of its source.
@usableFromInline
package struct Link: Sendable {
  /// Called with the derived promise and its source, when the outcome is there and again in the place of the handler.
  ///
  /// It captures nothing, and is given the handler: that way it needs no allocation. Returns whether there is a handler
  /// to run; once called with `.running`, the result means nothing.
  @usableFromInline
  package typealias Step =
    @Sendable (
      _ child: AnyPromiseEngine, _ source: AnyPromiseEngine, Observer.Moment, Erased, inout Run
    ) -> Bool

  /// What is to be done, with all that it needs.
  @usableFromInline
  typealias General =
    @Sendable (
      _ child: AnyPromiseEngine, _ source: AnyPromiseEngine, Observer.Moment, inout Run
    ) -> Bool

  /// A handler, whatever its type.
  @usableFromInline
  package struct Erased: Sendable {
    @usableFromInline let closure: @Sendable () -> Void

    /// Forgets the type of a handler.
    @inlinable @inline(__always)
    init<Input, Output>(_ call: @escaping @Sendable (Input) throws -> Output) {
      // Within structures, because a closure by itself would be wrapped in another one.
      self = unsafeBitCast(Throwing(call: call), to: Erased.self)
    }

    /// Forgets the type of a handler that cannot throw.
    @inlinable @inline(__always)
    init<Input, Output>(safe call: @escaping @Sendable (Input) -> Output) {
      self = unsafeBitCast(Safe(call: call), to: Erased.self)
    }

    /// Forgets that what is to be done was made for one operator.
    @inlinable @inline(__always)
    init(general call: @escaping General) { self = unsafeBitCast(call, to: Erased.self) }

    /// Does what is to be done.
    @inlinable @inline(__always)
    var general: General { unsafeBitCast(self, to: General.self) }

    /// No handler at all.
    @usableFromInline init() { closure = {} }

    /// Remembers the type.
    @inlinable @inline(__always)
    func handler<Input, Output>(_ input: Input.Type, _ output: Output.Type) -> @Sendable (Input) throws -> Output {
      unsafeBitCast(self, to: Throwing<Input, Output>.self).call
    }

    /// Remembers the type of a handler that cannot throw.
    @inlinable @inline(__always)
    func safeHandler<Input, Output>(_ input: Input.Type, _ output: Output.Type) -> @Sendable (Input) -> Output {
      unsafeBitCast(self, to: Safe<Input, Output>.self).call
    }
  }

  @usableFromInline
  struct Throwing<Input, Output>: Sendable {
    @usableFromInline let call: @Sendable (Input) throws -> Output
    @inlinable init(call: @escaping @Sendable (Input) throws -> Output) { self.call = call }
  }

  @usableFromInline
  struct Safe<Input, Output>: Sendable {
    @usableFromInline let call: @Sendable (Input) -> Output
    @inlinable init(call: @escaping @Sendable (Input) -> Output) { self.call = call }
  }

  /// Where the handler runs.
  @usableFromInline let executor: Executor
  @usableFromInline let step: Step
  /// The handler; `nil` once it has been called, or will not be.
  @usableFromInline var handler: Erased?

  @inlinable
  package init(at executor: Executor, _ handler: Erased?, _ step: @escaping Step) {
    self.executor = executor
    self.handler = handler
    self.step = step
  }
}
