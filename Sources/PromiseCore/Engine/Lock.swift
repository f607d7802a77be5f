public import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A state that only one thread at a time can touch: a `Mutex`, with two remedies for Linux.
///
/// A contended `Mutex` is handed from thread to thread by the kernel there.
/// - Thread Sanitizer does not see that, and reports a race between two threads that both held the lock. So the thread
///   that leaves stores an atomic that the next one loads, which the sanitizer understands. That costs two plain moves on
///   x86-64.
/// - Once one thread sleeps, each that comes has to be woken before the next can have the lock: eight threads that add
///   to a `PromiseQueue` did one thing in 35 µs, for as long as they went on. So a thread yields a number of times before
///   it goes to sleep: 2 to 6 µs.
@usableFromInline
package struct Lock<State: Sendable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  @usableFromInline let handover = Atomic(false)

  @inlinable
  package init(_ state: State) { mutex = Mutex(state) }

  /// Calls `body` with the state, alone. No user code may run in it, not even a `deinit`.
  @inlinable
  package borrowing func withLock<Result: ~Copyable & Sendable, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The body is written out twice: to pass `state` on to a function is an access, for the sanitizer, and comes too early.
    #if os(Linux)
      for _ in 0..<100 {
        let result = try mutex.withLockIfAvailable { state throws(Failure) in
          _ = handover.load(ordering: .acquiring)
          defer { handover.store(true, ordering: .releasing) }
          return try body(&state)
        }
        if let result { return result }
        yieldThread()
      }
    #endif
    return try mutex.withLock { state throws(Failure) in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }

  #if os(Linux)
    @usableFromInline
    func yieldThread() { sched_yield() }
  #endif
}
