public import Dispatch

/// A handler as an operator keeps it: what to call, and where.
@usableFromInline
package struct Handler<Input, Output>: Sendable {
  @usableFromInline package let executor: Executor
  @usableFromInline package let call: @Sendable (Input) throws -> Output

  /// A handler that runs where it was written.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable (Input) throws -> Output) {
    executor = Executor(isolation: body.isolation)
    // It is only ever called on the executor that was read off its isolation. The two types differ in what the
    // compiler demands of the caller, not in how they are called.
    call = unsafeBitCast(body, to: (@Sendable (Input) throws -> Output).self)
  }

  /// A handler that runs where its user says.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ body: @escaping @Sendable (Input) throws -> Output
  ) {
    executor = Executor(on: queue, flags: flags)
    call = body
  }

  /// A handler that is known to run at an executor.
  @inlinable
  package init(executor: Executor, call: @escaping @Sendable (Input) throws -> Output) {
    self.executor = executor
    self.call = call
  }

  /// A handler of something else, which runs in the same place and makes use of this one.
  @inlinable
  package func adapted<NewInput, NewOutput>(
    _ use: @escaping @Sendable ((Input) throws -> Output, NewInput) throws -> NewOutput
  ) -> Handler<NewInput, NewOutput> {
    let call = call
    return Handler<NewInput, NewOutput>(executor: executor) { try use(call, $0) }
  }
}

extension Handler where Input == Void {
  /// A handler without a parameter that runs where it was written.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable () throws -> Output) {
    executor = Executor(isolation: body.isolation)
    // As above.
    let body = unsafeBitCast(body, to: (@Sendable () throws -> Output).self)
    call = { _ in try body() }
  }

  /// A handler without a parameter that runs where its user says.
  @inlinable
  package init(
    on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ body: @escaping @Sendable () throws -> Output
  ) {
    executor = Executor(on: queue, flags: flags)
    call = { _ in try body() }
  }
}

/// The same for a handler that cannot throw.
@usableFromInline
package struct SafeHandler<Input, Output>: Sendable {
  @usableFromInline package let executor: Executor
  @usableFromInline package let call: @Sendable (Input) -> Output

  /// A handler that runs where it was written.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable (Input) -> Output) {
    executor = Executor(isolation: body.isolation)
    // As in `Handler`.
    call = unsafeBitCast(body, to: (@Sendable (Input) -> Output).self)
  }

  /// A handler that runs where its user says.
  @inlinable
  package init(on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ body: @escaping @Sendable (Input) -> Output) {
    executor = Executor(on: queue, flags: flags)
    call = body
  }

  @inlinable
  init(executor: Executor, call: @escaping @Sendable (Input) -> Output) {
    self.executor = executor
    self.call = call
  }

  /// A handler of something else, which runs in the same place and makes use of this one.
  @inlinable
  package func adapted<NewInput, NewOutput>(
    _ use: @escaping @Sendable ((Input) -> Output, NewInput) -> NewOutput
  ) -> SafeHandler<NewInput, NewOutput> {
    let call = call
    return SafeHandler<NewInput, NewOutput>(executor: executor) { use(call, $0) }
  }
}

extension SafeHandler where Input == Void {
  /// A handler without a parameter that runs where it was written.
  @inlinable
  package init(_ body: @escaping @isolated(any) @Sendable () -> Output) {
    executor = Executor(isolation: body.isolation)
    // As in `Handler`.
    let body = unsafeBitCast(body, to: (@Sendable () -> Output).self)
    call = { _ in body() }
  }

  /// A handler without a parameter that runs where its user says.
  @inlinable
  package init(on queue: DispatchQueue?, flags: DispatchWorkItemFlags?, _ body: @escaping @Sendable () -> Output) {
    executor = Executor(on: queue, flags: flags)
    call = { _ in body() }
  }
}
