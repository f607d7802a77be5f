import CPromiseCore
import Dispatch

extension Thenable where Failure == any Error {
  /// Blocks this thread until the promise is settled. From PromiseKit.
  ///
  /// For command-line tools and for tests. Not on the main thread, which could not run the handlers that are due there:
  /// that is reported to ``PromiseDiagnostics``. Not in `async` code either, where it is unavailable: it would take a
  /// thread away from the tasks.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with.
  @available(*, noasync, message: "blocks the thread; await the promise itself with get()")
  @discardableResult
  public func wait(file: StaticString = #fileID, line: UInt = #line) throws -> Value {
    let promise = asPromise
    promise.waitUntilSettled(CreationSite(file, line))
    promise.markObserved()
    return try promise.finalResult.get()
  }
}

extension Guarantee {
  /// Blocks this thread until the guarantee is fulfilled. From PromiseKit.
  ///
  /// As on a promise. To wait for a guarantee that was abandoned is a programming error, and stops the program.
  @available(*, noasync, message: "blocks the thread; await the guarantee itself with get()")
  @discardableResult
  public func wait(file: StaticString = #fileID, line: UInt = #line) -> Value {
    waitUntilSettled(CreationSite(file, line))
    return outcomeOrStop
  }

  /// The value; there must be one by now, unless the guarantee was abandoned.
  package var outcomeOrStop: Value {
    guard let outcome else {
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
  fileprivate final func waitUntilSettled(_ site: CreationSite) {
    // Also if it is settled this time: it is a matter of luck.
    if promise_core_is_main_thread() {
      PromiseDiagnostics.report(.waitOnMainThread(file: site.file, line: site.line), in: context)
    }
    Trampoline.prepareToBlock()
    guard !isSettled else { return }
    let isOver = DispatchSemaphore(value: 0)
    attach(
      ClosureObserver(consumer: nil) { _, _, _ in
        isOver.signal()  // and whoever called looks at the outcome
        return nil
      })
    if let instrument = PromiseContext.currentInstrument {
      instrument.blockThread { isOver.wait() }
    } else {
      isOver.wait()
    }
  }
}
