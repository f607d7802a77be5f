public import Dispatch

/// Repeats until the promise says so. From PromiseKit 1.
///
/// ```swift
/// until(interval: 2) { checkWhetherReady(job) }.then { fetchResult(of: job) }
/// ```
///
/// A rejection ends it: to go on after an error, recover from it inside, or use `retry` inside. (In PromiseKit 1 it was
/// the other way round: it repeated until a promise was fulfilled. That is `retry(attempts: .max)` here.)
///
/// - Parameters:
///   - interval: How long to wait between one promise and the next, in seconds. Zero and less: no time.
///   - clock: Who measures the interval; `nil`: Dispatch.
///   - body: Makes the next promise; runs where it was written, the first time after this call has returned. If it
///     throws, the repeating ends with that error.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: A promise that is fulfilled when a promise says `true`. Cancelling it cancels the promise that is
///   pending, or the wait.
public func until<U: Thenable<Bool>>(
  interval: Double = 0, clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> U, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Void> { until(interval, clock, Handler(body), CreationSite(file, line)) { $0 ? () : nil } }

/// Repeats, on a queue, until the promise says so. From PromiseKit 1.
public func until<U: Thenable<Bool>>(
  on queue: DispatchQueue?, interval: Double = 0, clock: (any Clock<Duration>)? = nil,
  _ body: @escaping @Sendable () throws -> U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Void> {
  until(interval, clock, Handler(on: queue, flags: [], body), CreationSite(file, line)) { $0 ? () : nil }
}

/// Repeats until there is a value.
///
/// As the form that repeats until a promise says so.
///
/// - Returns: A promise of the first value that is not `nil`.
@_disfavoredOverload
public func until<U: Thenable<Value?>, Value: Sendable>(
  interval: Double = 0, clock: (any Clock<Duration>)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () throws -> U, file: StaticString = #fileID,
  line: UInt = #line
) -> Promise<Value> { until(interval, clock, Handler(body), CreationSite(file, line)) { $0 } }

/// Repeats, on a queue, until there is a value.
@_disfavoredOverload
public func until<U: Thenable<Value?>, Value: Sendable>(
  on queue: DispatchQueue?, interval: Double = 0, clock: (any Clock<Duration>)? = nil,
  _ body: @escaping @Sendable () throws -> U, file: StaticString = #fileID, line: UInt = #line
) -> Promise<Value> { until(interval, clock, Handler(on: queue, flags: [], body), CreationSite(file, line)) { $0 } }

/// What the forms have in common: `handler` makes the next promise, and `result` says whether it is the last.
package func until<U: Thenable, Value: Sendable>(
  _ interval: Double, _ clock: (any Clock<Duration>)?, _ handler: Handler<Void, U, any Error>, _ site: CreationSite,
  _ result: @escaping @Sendable (U.Value) -> Value?
) -> Promise<Value> {
  let delay = Delay(seconds: interval, clock: clock)
  return Loop<U.Value, Value>.start(
    on: handler.executor, site, in: .ofNewPromise(), begin: { try handler(()).asPromise },
    judge: { outcome in
      guard let value = result(try outcome.get()) else { return .again(after: delay) }
      return .finish(.success(value))
    })
}
