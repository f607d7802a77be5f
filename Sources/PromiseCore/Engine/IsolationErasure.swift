// No other file casts isolation away. A function that is isolated to an actor may be called on that actor only. The
// library reads the isolation of each handler and calls the handler only on the corresponding executor. The types on
// either side of a cast differ in what the compiler requires of the caller, not in their calling convention.
//
// The functions are cast inside structures, because a function that is cast directly would be wrapped in another one.

/// Returns a function that starts a task on its actor argument as a function that may be called from anywhere. This is
/// safe because the function creates the task and does not access the actor's state.
func callableAnywhere<Start, StartAnywhere>(_ start: Start, _ type: StartAnywhere.Type) -> StartAnywhere {
  unsafeBitCast(start, to: type)
}

/// Returns a handler without its isolation. The caller must call it on the executor of that isolation. The cast is safe
/// because both structures hold a function with the same calling convention.
@inlinable
package func withoutIsolation<Input, Output>(
  _ body: @escaping @isolated(any) @Sendable (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafeBitCast(Isolated1(body: body), to: Nonisolated1<Input, Output>.self).body
}

/// Returns a handler without its isolation. The caller must call it on the executor of that isolation. The cast is safe
/// because both structures hold a function with the same calling convention.
@inlinable
package func withoutIsolation<Output>(
  _ body: @escaping @isolated(any) @Sendable () throws -> Output
) -> @Sendable () throws -> Output {
  unsafeBitCast(Isolated0(body: body), to: Nonisolated0<Output>.self).body
}

/// Returns a handler without its isolation. The caller must call it on the executor of that isolation. The cast is safe
/// because both structures hold a function with the same calling convention.
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
