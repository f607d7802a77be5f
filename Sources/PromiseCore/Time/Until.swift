public import Dispatch

/// Calls a function that returns a promise again and again, until a promise is fulfilled with `true`.
///
/// ```swift
/// until(interval: 2) { isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// A rejection ends the repetition: to go on after an error, recover from it in `body`, or use `retry` there. PromiseKit
/// 1 repeats until a promise is fulfilled, which is `retry(attempts: .max)` here. For a value other than `true`, iterate
/// over `poll` of PromiseConcurrency.
///
/// - Parameters:
///   - interval: The delay before each further call: a number of seconds, such as `0.5`, or a ``Backoff``. The default is
///     no delay.
///   - body: Returns the next promise. It runs where it was written, for the first time after this call has returned. If
///     it throws, the returned promise is rejected with that error.
/// - Returns: A promise that is fulfilled once a promise is fulfilled with `true`. Canceling it cancels the promise that
///   is pending, or the wait for the next call.
public func until<U: Thenable<Bool>>(
  interval: Backoff = 0,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { until(interval, Handler(body), CreationSite(file, line)) }

/// Calls a function that returns a promise again and again, on a queue, until a promise is fulfilled with `true`.
public func until<U: Thenable<Bool>>(
  on queue: DispatchQueue?, interval: Backoff = 0, _ body: @escaping @Sendable () throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { until(interval, Handler(on: queue, flags: [], body), CreationSite(file, line)) }

/// What the forms have in common: `handler` returns the next promise.
package func until<U: Thenable<Bool>>(
  _ interval: Backoff, _ handler: Handler<Void, U, any Error>, _ site: CreationSite
) -> Promise<Void> {
  let calls = Counter()
  return Loop<Bool, Void>.start(
    on: handler.executor, site, in: .ofNewPromise(), begin: { try handler(()).asPromise },
    judge: { outcome in
      guard try !outcome.get() else { return .finish(.success(())) }
      return .again(after: interval.delay(afterAttempt: calls.next() + 1))
    })
}
