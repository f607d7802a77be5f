/// A state that only one thread can access at a time.
///
/// This is the lock of everything that is not a promise or a waiting task: combinators, queues, progress, and the tools
/// for tests. It costs one object. The state is released with that object.
@usableFromInline
package final class Lock<State: Sendable>: @unchecked Sendable {
  @exclusivity(unchecked) private var lockAndFlags = LockAndFlags()
  // Guarded by the lock.
  @exclusivity(unchecked) @usableFromInline var state: State

  /// Creates a lock that guards `state`.
  ///
  /// A state without a size, such as `()`, would have the address of what follows the object in memory, where Thread
  /// Sanitizer takes accesses to it for a data race.
  @inlinable
  package init(_ state: State) { self.state = state }

  /// Calls `body` with exclusive access to the state. No user code may run in `body`, not even a `deinit`.
  ///
  /// The lock is not recursive: `body` must not call this method of the same lock. A `body` that removes a value from
  /// the state returns it, so that it is released after the lock.
  @inlinable
  package func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    acquire()
    let result: Result  // see `LockAndFlags`
    do throws(Failure) {
      result = try body(&state)
    } catch {
      release()
      throw error
    }
    release()
    return result
  }

  // Two calls: inlined in each function that uses a `Lock`, the code of `LockAndFlags` is 8 KB.
  @usableFromInline @inline(never)
  func acquire() { LockAndFlags.address(in: self).acquire() }

  @usableFromInline @inline(never)
  func release() { LockAndFlags.address(in: self).release() }
}
