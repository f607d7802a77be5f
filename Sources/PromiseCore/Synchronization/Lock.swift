/// A state that only one thread at a time can touch.
///
/// A class that inherits from it has its state in the same object.
@usableFromInline
package class Lock<State: Sendable>: ObjectWithLock, @unchecked Sendable {
  private final var lockAndFlags = LockAndFlags()
  // Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline final var state: State

  @inlinable
  package init(_ state: State) { self.state = state }

  /// Calls `body` with the state, alone. No user code may run in it, not even a `deinit`.
  @inlinable
  package final func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withLock { () throws(Failure) in try body(&state) }
  }
}
