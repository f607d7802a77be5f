/// Calls an `async` function again and again, and hands out what it returns: `until` as a sequence.
///
/// ```swift
/// for try await status in poll(interval: 2, until: { $0.isFinal }, { try await fetchStatus(of: job) }) {
///   show(status)
/// }
/// ```
///
/// How an iteration ends is written on ``PromiseSequence``. It is also over after an element that is the last.
///
/// - Parameters:
///   - interval: How long to wait between one call and the next, in seconds, counted from when the one has returned. Zero
///     and less: no time.
///   - clock: Who measures the interval; `nil`: Dispatch.
///   - isLast: Whether an element is the last one; called on any thread. `nil`: none is.
///   - body: Called when the reader asks for the next element and the interval is over, in a task with the isolation of
///     where it was written.
@_disfavoredOverload  // so that a promise is not taken for a value
public func poll<Value: Sendable>(
  interval: Double = 0, clock: (any Clock<Duration>)? = nil, until isLast: (@Sendable (Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> Value
) -> PromiseSequence<Value> {
  PromiseSequence(width: 1, order: .input) {
    let pause = Lock<Guarantee<Void>?>(nil)
    let isOver = Lock(false)
    return {
      if isOver.withLock({ $0 }) { return .nothing }
      return .promise(
        Promise(byTaskOn: body.isolation, CreationSite(#fileID, #line)) { actor in
          let last = pause.withLock { $0.take() }
          await last?.get(cancellation: .forward, isolation: actor)
          try Task.checkCancellation()
          let value = try await body()
          if isLast?(value) == true { isOver.withLock { $0 = true } }
          pause.withLock { $0 = interval > 0 ? after(seconds: interval, clock: clock) : nil }
          return value
        })
    }
  }
}

/// Asks for a promise again and again, and hands out the values: `until` as a sequence.
///
/// As the form that returns a value.
public func poll<U: Thenable>(
  interval: Double = 0, clock: (any Clock<Duration>)? = nil, until isLast: (@Sendable (U.Value) -> Bool)? = nil,
  @_inheritActorContext(always) _ body: @escaping @isolated(any) @Sendable () async throws -> U
) -> PromiseSequence<U.Value> {
  poll(interval: interval, clock: clock, until: isLast, { try await body().get(cancellation: .forward) })
}
