/// Observes the promises of a context that belongs to no test, in a process that loads PromiseTesting.
///
/// The requirements are called from any thread, concurrently, and never while the library holds a lock.
package protocol StrayPromiseObserver: AnyObject, Sendable {
  /// Called when a promise has been created and recorded, on the thread that creates it.
  func promiseCreated()
  /// Called for an event of a promise, on the thread on which it occurs, before `PromiseDiagnostics.handler` is called.
  ///
  /// - Parameters:
  ///   - event: An unhandled rejection, an abandoned promise or an abandoned guarantee.
  ///   - promise: The promise.
  func report(_ event: PromiseDiagnostics.Event, of promise: AnyPromise)
}

extension AnyPromise {
  /// Reports an event of this promise to the instrument of its test or, if it belongs to no test, to the handler.
  func report(_ event: PromiseDiagnostics.Event) {
    let context = context
    if let context { context.strayPromiseObserver.withLock { $0 }?.report(event, of: self) }
    PromiseDiagnostics.report(event, in: context)
  }
}
