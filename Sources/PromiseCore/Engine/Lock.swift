import Synchronization

/// A state that only one thread at a time can touch: a `Mutex` that Thread Sanitizer understands.
///
/// On Linux, a contended `Mutex` is handed from thread to thread by the kernel, where Thread Sanitizer does not see it:
/// it reports a race between two threads that both held the lock. So the one who leaves stores, and the one who enters
/// loads, an atomic of which the sanitizer knows what it means. That costs two plain moves on x86-64.
package struct Lock<State: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let handover = Atomic(false)

  package init(_ state: State) { mutex = Mutex(state) }

  /// Calls `body` with the state, alone. No user code may run in it, not even a `deinit`.
  package borrowing func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { state throws(Failure) in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }
}
