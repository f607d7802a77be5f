// The one place where isolation is cast away. A function that is isolated to an actor may only be called on that actor.
// The library reads the isolation of each handler, and only ever calls the handler on the executor that it read. The
// types on either side of a cast differ in what the compiler demands of the caller, not in how they are called.
//
// The functions are cast inside structures, because a function that is cast by itself would be wrapped in another one.

/// Returns a function that starts a task on the actor that it is given, as one that may be called from anywhere: it creates
/// the task and touches nothing of the actor.
func callableAnywhere<Start, StartAnywhere>(_ start: Start, _ type: StartAnywhere.Type) -> StartAnywhere {
  unsafeBitCast(start, to: type)
}

/// Returns a handler without its isolation. Guarded by the caller, which calls it on the executor of that isolation.
@inlinable
package func withoutIsolation<Input, Output>(
  _ body: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafeBitCast(Isolated1(body: body), to: Nonisolated1<Input, Output>.self).body
}

/// Returns a handler without its isolation. Guarded by the caller, which calls it on the executor of that isolation.
@inlinable
package func withoutIsolation<Output>(
  _ body: @escaping @isolated(any) @Sendable () throws -> Output
) -> @Sendable () throws -> Output {
  unsafeBitCast(Isolated0(body: body), to: Nonisolated0<Output>.self).body
}

/// Returns a handler without its isolation. Guarded by the caller, which calls it on the executor of that isolation.
@inlinable
package func withoutIsolation<A, B, Output>(
  _ body: @escaping @isolated(any) @Sendable (A, B) throws -> Output
) -> @Sendable (A, B) throws -> Output {
  unsafeBitCast(Isolated2(body: body), to: Nonisolated2<A, B, Output>.self).body
}

@usableFromInline
struct Isolated0<Output> {
  @usableFromInline let body: @isolated(any) @Sendable () throws -> Output
  @inlinable init(body: @escaping @isolated(any) @Sendable () throws -> Output) { self.body = body }
}

@usableFromInline
struct Nonisolated0<Output> {
  @usableFromInline let body: @Sendable () throws -> Output
}

@usableFromInline
struct Isolated1<Input, Output> {
  @usableFromInline let body: @isolated(any) @Sendable (Input) throws -> Output
  @inlinable init(body: @escaping @isolated(any) @Sendable (Input) throws -> Output) { self.body = body }
}

@usableFromInline
struct Nonisolated1<Input, Output> {
  @usableFromInline let body: @Sendable (Input) throws -> Output
}

@usableFromInline
struct Isolated2<A, B, Output> {
  @usableFromInline let body: @isolated(any) @Sendable (A, B) throws -> Output
  @inlinable init(body: @escaping @isolated(any) @Sendable (A, B) throws -> Output) { self.body = body }
}

@usableFromInline
struct Nonisolated2<A, B, Output> {
  @usableFromInline let body: @Sendable (A, B) throws -> Output
}
