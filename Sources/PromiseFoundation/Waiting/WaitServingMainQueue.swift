import Foundation
import PromiseCore

extension Promise {
  /// Blocks the calling thread until the promise settles, while the main queue keeps running.
  ///
  /// This method is for command-line tools with a synchronous `main`. On the main thread, it serves the main run loop: the
  /// handlers on the main queue and on the main actor, timers and other sources of the run loop. On another thread, it
  /// does the same as `wait()`.
  ///
  /// ```swift
  /// let users = try fetchUsers().map { $0.count }.waitServingMainQueue()
  /// print(users)
  /// ```
  ///
  /// Do not call it in a handler or in another work item of the main queue: that queue runs one work item at a time, so it
  /// runs nothing else until the call returns, although timers and other sources of the run loop go on. Do not call it
  /// after `dispatchMain()` either, or in a function that an `async` main calls after it has been suspended: on Linux, other
  /// threads then run the main queue, and the call blocks like `wait()`. It is unavailable in `async` code; use `get()`
  /// there. The wait does not cancel the promise.
  ///
  /// - Returns: The value of the promise.
  /// - Throws: The error with which the promise is rejected.
  @available(*, noasync, message: "it blocks the thread; use 'try await get()' instead")
  @discardableResult
  public func waitServingMainQueue(file: StaticString = #fileID, line: UInt = #line) throws -> Value {
    guard Thread.isMainThread else { return try wait(file: file, line: line) }
    any.serveMainQueueUntilSettled(CreationSite(file, line))
    any.markObserved()
    return try finalResult.get()
  }
}

extension Guarantee {
  /// Blocks the calling thread until the guarantee is fulfilled, while the main queue keeps running.
  ///
  /// What is said of `waitServingMainQueue` on a promise applies. Waiting for a guarantee that is abandoned is a
  /// programming error and traps.
  ///
  /// - Returns: The value of the guarantee.
  @available(*, noasync, message: "it blocks the thread; use 'await get()' instead")
  @discardableResult
  public func waitServingMainQueue(file: StaticString = #fileID, line: UInt = #line) -> Value {
    guard Thread.isMainThread else { return wait(file: file, line: line) }
    any.serveMainQueueUntilSettled(CreationSite(file, line))
    return outcomeOrStop
  }
}

extension AnyPromise {
  /// Serves the main run loop until the promise settles or is abandoned. Must be called on the main thread.
  ///
  /// Work on the main queue that a test counts is run here as well.
  fileprivate func serveMainQueueUntilSettled(_ site: CreationSite) {
    StalledQueues.whileBlocked(by: self, at: site, servesMainQueue: true) { serveMainQueue(site) }
  }

  private func serveMainQueue(_ site: CreationSite) {
    Trampoline.prepareToBlock()
    let settled = DispatchSemaphore(value: 0)
    attach(
      .object(
        ClosureObserver(consumer: BlockedThread(site, servesMainQueue: true)) { _, _, _ in
          settled.signal()
          RunLoop.main.perform {}  // wakes the run loop
          return nil
        }))
    let context = PromiseContext.current ?? context ?? .processWide
    let serve = {
      while settled.wait(timeout: .now()) == .timedOut {
        if context.runMainQueueJob() { continue }
        // In a work item of the main queue, the run loop has nothing to wait for, and returns at once.
        if RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) { continue }
        if settled.wait(timeout: .now() + 0.01) == .success { return }
      }
    }
    if let instrument = PromiseContext.currentInstrument {
      instrument.blockThread(serve)
    } else {
      serve()
    }
  }
}
