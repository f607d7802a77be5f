/// Returns an asynchronous sequence of the values that an `async` function returns each time it is called.
///
/// ```swift
/// for try await status in poll(interval: 2, until: { $0.isFinal }, { try await fetchStatus(of: job) }) {
///   show(status)
/// }
/// ```
///
/// The sequence is infinite unless `isLast` returns `true` for an element. See ``PromiseSequence`` for the other ways
/// in which an iteration ends.
///
/// - Parameters:
///   - interval: The delay between the end of one call and the start of the next: a number of seconds, such as `0.5`,
///     or a `Backoff`. Zero, a negative value or NaN means no delay, which is the default.
///   - isLast: Returns whether an element is the last one. It may be called on any thread. With `nil`, no element is
///     the last one.
///   - body: Called when the consumer requests an element and the interval has passed, in a new task with the isolation
///     of the surrounding code. The task is canceled when the iteration ends early.
/// - Returns: A sequence of the values. An error that `body` throws ends the iteration.
@_disfavoredOverload  // so that a promise is not mistaken for a value
public func poll<Value: Sendable>(
  interval: Backoff = 0, until isLast: (@Sendable (Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value,
  file: StaticString = #fileID, line: UInt = #line
) -> PromiseSequence<Value> {
  let site = CreationSite(file, line)
  let isolation = body.isolation
  let body = SharedHandler(PollBody(call: body), on: HandlerExecutor(taskOn: isolation))
  return PromiseSequence(width: 1, order: .input) {
    let pause = Lock<Guarantee<Void>?>(nil)
    let hasEnded = Lock(false)
    let calls = Counter()
    return {
      if hasEnded.withLock({ $0 }) { return .nothing }
      return .promise(
        Promise(byTaskOn: isolation, inScopeOf: body.executor, site) { actor in
          let last = pause.withLock { $0.take() }
          await last?.get(cancellation: .forward, isolation: actor)
          try Task.checkCancellation()
          let value = try await body.handler.call()
          if isLast?(value) == true {
            hasEnded.withLock { $0 = true }
          } else {
            let delay = interval.delay(afterAttempt: calls.next() + 1)
            pause.withLock { $0 = delay.isNone ? nil : after(delay, site) }
          }
          return value
        })
    }
  }
}

/// The user's `async` function, which is released on its actor.
private struct PollBody<Value: Sendable>: Sendable {
  let call: @isolated(any) @Sendable () async throws -> Value
}

/// Returns an asynchronous sequence of the values of the promises that a function returns each time it is called.
///
/// The interval starts when a promise has settled. In every other respect, this function behaves like the overload for
/// functions that return a value.
///
/// - Parameters:
///   - interval: The delay after each promise: a number of seconds, such as `0.5`, or a `Backoff`. Zero, a negative
///     value or NaN means no delay, which is the default.
///   - isLast: Returns whether an element is the last one. It may be called on any thread. With `nil`, no element is
///     the last one.
///   - body: Called when the consumer requests an element and the interval has passed, in a new task with the isolation
///     of the surrounding code. The promise that it returns is canceled when the iteration ends early, unless the
///     promise has another consumer.
/// - Returns: A sequence of the values. An error that `body` throws, or that a promise is rejected with, ends the
///   iteration.
public func poll<U: Thenable>(
  interval: Backoff = 0, until isLast: (@Sendable (U.Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> PromiseSequence<U.Value> {
  poll(
    interval: interval, until: isLast, { try await body().asTyped.getResult(.forward, isolation: nil).get() },
    file: file,
    line: line)
}
