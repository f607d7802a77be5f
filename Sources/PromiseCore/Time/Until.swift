public import Dispatch

/// Repeatedly calls a function that returns a promise, until one of these promises is fulfilled with `true`.
///
/// ```swift
/// until(interval: 2) { isReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// A rejection ends the loop. To continue after an error, recover from it in `body`, or call `retry` there. (PromiseKit
/// 1 repeats until a promise is fulfilled, which is `retry(attempts: .max)` here.) To wait for a value other than
/// `true`, iterate over `poll` of PromiseConcurrency.
///
/// - Parameters:
///   - interval: The delay between the fulfillment of one promise and the next call: a number of seconds, such as
///     `0.5`, or a ``Backoff``. Zero, a negative value or NaN means no delay, which is the default.
///   - body: A closure that returns the next promise. It runs on the actor of the surrounding code, or on
///     `DispatchQueue.promises` if there is none, and never inside the call of `until`. If it throws, the returned
///     promise is rejected with that error.
/// - Returns: A promise that is fulfilled once a promise that `body` returned is fulfilled with `true`, or rejected
///   with the first error. Canceling it cancels the pending promise, or the wait for the next call.
public func until<U: Thenable<Bool>>(
  interval: Backoff = 0,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { until(interval, Handler(body), CreationSite(file, line)) }

/// Repeatedly calls a function that returns a promise, on a queue, until one of these promises is fulfilled with
/// `true`.
///
/// Apart from the queue, this function behaves like the one without a queue.
///
/// - Parameters:
///   - queue: The queue on which `body` runs, or `nil` to run it inline: the first time during this call, and then on
///     the thread on which the previous promise was fulfilled or the delay ended.
///   - interval: The delay between the fulfillment of one promise and the next call. Zero, a negative value or NaN
///     means no delay, which is the default.
///   - body: A closure that returns the next promise. If it throws, the returned promise is rejected with that error.
/// - Returns: A promise that is fulfilled once a promise that `body` returned is fulfilled with `true`, or rejected
///   with the first error.
public func until<U: Thenable<Bool>>(
  on queue: DispatchQueue?, interval: Backoff = 0, _ body: @escaping @Sendable () throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { until(interval, Handler(on: queue, flags: [], body), CreationSite(file, line)) }

/// Repeatedly calls a function until it returns `true`.
///
/// This form is disfavored, so that a closure that returns a promise is never taken for one that returns a value.
///
/// - Parameters:
///   - interval: The delay between the end of one call and the next call. Zero, a negative value or NaN means no delay,
///     which is the default.
///   - body: The function to call. It runs on the actor of the surrounding code, or on `DispatchQueue.promises` if there
///     is none, and never inside the call of `until`. If it throws, the returned promise is rejected with that error.
/// - Returns: A promise that is fulfilled once `body` has returned `true`. Canceling it prevents further calls.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func until(
  interval: Backoff = 0,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> Bool,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> { until(interval, Handler(body).returningPromises(), CreationSite(file, line)) }

/// Repeatedly calls a function on a queue until it returns `true`.
///
/// Apart from the queue, this function behaves like the one without a queue.
///
/// - Parameters:
///   - queue: The queue on which `body` runs, or `nil` to run it inline: the first time during this call, and then on
///     the same thread, or on the thread on which the delay ended.
///   - interval: The delay between the end of one call and the next call. Zero, a negative value or NaN means no delay,
///     which is the default.
///   - body: The function to call. If it throws, the returned promise is rejected with that error.
/// - Returns: A promise that is fulfilled once `body` has returned `true`. Canceling it prevents further calls.
@_disfavoredOverload
@_alwaysEmitIntoClient
public func until(
  on queue: DispatchQueue?, interval: Backoff = 0, _ body: @escaping @Sendable () throws -> Bool,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  until(interval, Handler(on: queue, flags: [], body).returningPromises(), CreationSite(file, line))
}

/// The implementation of all forms. `handler` returns the next promise.
@usableFromInline
package func until<U: Thenable<Bool>>(
  _ interval: Backoff, _ handler: Handler<Void, U, any Error>, _ site: CreationSite
) -> Promise<Void> {
  let calls = Counter()
  let handler = SharedHandler(handler, on: handler.executor)
  let promise = Promise<Void>(site: site, context: .ofNewPromise())
  let loop = Loop(
    promise.any, on: handler.executor, begin: { _ in try handler.handler(()).asTyped.any },
    evaluate: { promise, step, trampoline in
      if try TypedPromise<Bool, any Error>(step).knownOutcome.get() {
        promise.fulfill(with: (), isHandled: step.isHandled, in: trampoline)
        return nil
      }
      return interval.delay(afterAttempt: calls.next() + 1)
    })
  loop.start()
  return promise
}
