/// Returns a sequence of what an `async` function returns, which is called for each element.
///
/// ```swift
/// for try await status in poll(interval: 2, until: { $0.isFinal }, { try await fetchStatus(of: job) }) {
///   show(status)
/// }
/// ```
///
/// See ``PromiseSequence`` for the ways in which an iteration ends. It also ends after an element for which `isLast`
/// returns `true`.
///
/// - Parameters:
///   - interval: The delay before each further call: a number of seconds, such as `0.5`, or a `Backoff`. It is counted from
///     the end of the call before. The default is no delay.
///   - isLast: Returns whether an element is the last one. It is called on any thread. `nil` means that none is.
///   - body: Called when the next element is requested and the interval is over, in a task with the isolation of where it
///     was written.
@_disfavoredOverload  // so that a promise is not taken for a value
public func poll<Value: Sendable>(
  interval: Backoff = 0, until isLast: (@Sendable (Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value
) -> PromiseSequence<Value> {
  PromiseSequence(width: 1, order: .input) {
    let pause = Lock<Guarantee<Void>?>(nil)
    let isOver = Lock(false)
    let calls = Counter()
    return {
      if isOver.withLock({ $0 }) { return .nothing }
      return .promise(
        Promise(byTaskOn: body.isolation, CreationSite(#fileID, #line)) { actor in
          let last = pause.withLock { $0.take() }
          await last?.get(cancellation: .forward, isolation: actor)
          try Task.checkCancellation()
          let value = try await body()
          if isLast?(value) == true { isOver.withLock { $0 = true } }
          let delay = interval.delay(afterAttempt: calls.next() + 1)
          pause.withLock { $0 = delay.isNone ? nil : after(delay, CreationSite(#fileID, #line)) }
          return value
        })
    }
  }
}

/// Returns a sequence of the values of the promises that a function returns, which is called for each element.
///
/// Behaves like the form that returns a value.
public func poll<U: Thenable>(
  interval: Backoff = 0, until isLast: (@Sendable (U.Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> U
) -> PromiseSequence<U.Value> {
  poll(interval: interval, until: isLast, { try await body().get(cancellation: .forward) })
}
