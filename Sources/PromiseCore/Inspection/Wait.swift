import CPromiseCore
import Dispatch

extension Promise {
  /// Blocks the calling thread until the promise settles.
  ///
  /// This method is for command-line tools and tests. Do not call it on the main thread: handlers on the main queue
  /// cannot run while that thread is blocked, and the call is reported to ``PromiseDiagnostics``. It is unavailable in
  /// `async` code, where it would block a thread of the concurrency runtime; use `get()` there.
  ///
  /// - Returns: The value of the promise.
  /// - Throws: The error with which the promise is rejected. In a test with the trait `.promises` of `PromiseTesting`,
  ///   `CancellationError` if the promise is pending when the test is over.
  @available(*, noasync, message: "it blocks the thread; use 'try await get()' instead")
  @discardableResult
  public func wait(file: StaticString = #fileID, line: UInt = #line) throws -> Value {
    any.waitUntilSettled(CreationSite(file, line), isInterruptible: true)
    // Only a wait for a promise that does not belong to the test is interrupted. The own promises of a test are canceled.
    if any.maySettle { throw CancellationError() }
    markObserved()
    return try finalResult.get()
  }
}

extension Guarantee {
  /// Blocks the calling thread until the guarantee is fulfilled.
  ///
  /// The restrictions of `wait` on a promise apply. Waiting for a guarantee that is abandoned is a programming error
  /// and traps.
  ///
  /// - Returns: The value of the guarantee.
  @available(*, noasync, message: "it blocks the thread; use 'await get()' instead")
  @discardableResult
  public func wait(file: StaticString = #fileID, line: UInt = #line) -> Value {
    any.waitUntilSettled(CreationSite(file, line), isInterruptible: false)
    return outcomeOrStop
  }

  /// The value of a guarantee that is fulfilled or abandoned. Traps if the guarantee is abandoned.
  package var outcomeOrStop: Value {
    guard let outcome else {
      // trap: wait-for-abandoned-guarantee
      fatalError(
        """
        The guarantee created at \(site.file):\(site.line) was abandoned: its resolver was released without being \
        called, so there is no value to wait for. Call the resolver on every path, or use a Promise, which can be \
        rejected.
        """)
    }
    return outcome.get()
  }
}

extension AnyPromise {
  /// Blocks the calling thread until the promise settles or is abandoned.
  ///
  /// Before it blocks, the work in the trampoline of this thread is scheduled: the promise may depend on a handler that
  /// the trampoline would otherwise schedule only after the calling handler has returned. The wait is a permanent
  /// consumer, so the promise is not canceled from downstream meanwhile. In a test, the instrument learns that the
  /// thread is blocked, so that other jobs can run in its place.
  ///
  /// - Parameters:
  ///   - site: The call site, for the report of a call on the main thread.
  ///   - isInterruptible: Whether a test may end its wait for a promise of another test.
  fileprivate func waitUntilSettled(_ site: CreationSite, isInterruptible: Bool) {
    // A call on the main thread is reported even if the promise happens to be settled, because that depends on timing.
    if promise_core_is_main_thread() {
      PromiseDiagnostics.report(.waitOnMainThread(file: site.file, line: site.line), in: context)
    }
    if isSettled { return }
    StalledQueues.whileBlocked(by: self, at: site) { block(site, isInterruptible) }
  }

  private func block(_ site: CreationSite, _ isInterruptible: Bool) {
    Trampoline.prepareToBlock()
    if isSettled { return }
    let settled = DispatchSemaphore(value: 0)
    let interrupt: @Sendable () -> Void = { settled.signal() }
    PromiseContext.waitBegins(for: self, isInterruptible ? interrupt : nil)
    attach(
      .object(
        ClosureObserver(consumer: BlockedThread(site)) { _, _, _ in
          settled.signal()  // the caller reads the outcome
          return nil
        }))
    record(.waitBegan)
    if let instrument = PromiseContext.currentInstrument {
      instrument.blockThread { settled.wait() }
    } else {
      settled.wait()
    }
    record(.waitEnded)
  }
}
