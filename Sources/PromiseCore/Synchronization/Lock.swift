/// A state that only one thread can access at a time.
@usableFromInline
package final class Lock<State: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) private var lockAndFlags = LockAndFlags()
  // Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable
  package init(_ state: State) { self.state = state }

  /// Calls `body` with exclusive access to the state. No user code may run in `body`, not even a `deinit`.
  @inlinable
  package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try LockAndFlags.withLock(of: self) { () throws(Failure) in try body(&state) }
  }
}
