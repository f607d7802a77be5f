public import Dispatch

extension Promise {
  /// Waits for the value.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get()
  /// ```
  ///
  /// If the promise is settled, the call returns without suspending, even if the task has been canceled. Otherwise the
  /// promise resumes the waiting task directly, without passing through a queue, when it is fulfilled, rejected,
  /// canceled or abandoned, and the inline handlers of `onProgress` have received the last report.
  ///
  /// When the waiting task is canceled while the promise is pending, this call throws `CancellationError` immediately.
  /// The promise, its work and its other consumers continue. Pass `cancellation: .forward` to cancel the promise as
  /// well, if it has no other consumer. In `withPromiseScope` and the tasks of a scope, that is the default.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task does to the promise. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if the promise or the waiting task is
  ///   canceled; `PromiseError.abandoned` if the promise can no longer be settled.
  @inlinable @discardableResult
  public func get(
    cancellation: CancellationPolicy = .default, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    if let result { return try result.get() }
    guard await any.wait(isolation: isolation, whenCanceled: any.departure(cancellation)) == .settled else {
      throw CancellationError()
    }
    return try finalResult.get()
  }

  /// Waits for the outcome and returns it as a result instead of throwing.
  ///
  /// ```swift
  /// switch await fetchUser(id).getResult() {
  /// case .success(let user): show(user)
  /// case .failure(let error): show(error)
  /// }
  /// ```
  ///
  /// Cancellation works as in `get(cancellation:isolation:)`.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task does to the promise. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The outcome of the promise. The result is a failure with `CancellationError` if the promise or the
  ///   waiting task is canceled, and with `PromiseError.abandoned` if the promise can no longer be settled.
  public func getResult(
    cancellation: CancellationPolicy = .default, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> {
    await typed.getResult(cancellation, isolation: isolation)
  }

  /// Waits for the value, for a limited time.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get(timeout: 5)
  /// ```
  ///
  /// The limit applies to a pending promise only. The timer is removed as soon as the wait ends for any reason.
  ///
  /// - Parameters:
  ///   - seconds: The limit, in seconds. With zero, a negative number or NaN, a pending promise times out immediately.
  ///     Infinity means no limit.
  ///   - losers: What happens to the promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the promise. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or an error that `get(cancellation:isolation:)`
  ///   throws.
  @discardableResult
  public func get(
    timeout seconds: Double, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await typed.get(
      within: TimerInterval(seconds: seconds), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, for a limited time, given as a Dispatch time interval.
  ///
  /// With `.never`, there is no limit. In every other respect, this method behaves like the one that takes seconds.
  ///
  /// - Parameters:
  ///   - interval: The limit. With zero or a negative interval, a pending promise times out immediately.
  ///   - losers: What happens to the promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the promise. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or an error that `get(cancellation:isolation:)`
  ///   throws.
  @discardableResult
  public func get(
    timeout interval: DispatchTimeInterval, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await typed.get(
      within: TimerInterval(interval), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, for a limited time, measured by a clock.
  ///
  /// In every other respect, this method behaves like the one that takes seconds.
  ///
  /// - Parameters:
  ///   - duration: The limit. With a zero or negative duration, a pending promise times out immediately.
  ///   - losers: What happens to the promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the promise. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - clock: The clock that measures the limit, or `nil` to measure it with Dispatch.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the promise is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or an error that `get(cancellation:isolation:)`
  ///   throws.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @discardableResult @_disfavoredOverload  // resolves `.seconds(1)`, which both types have, to Dispatch's
  public func get(
    timeout duration: Duration, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    let delay = TimerInterval(duration, clock: clock)
    return try await typed.get(within: delay, losers, cancellation, CreationSite(file, line), isolation: isolation)
  }
}

extension Guarantee {
  /// Waits for the value, for a limited time.
  ///
  /// The limit applies to a pending guarantee only. The timer is removed as soon as the wait ends for any reason.
  ///
  /// - Parameters:
  ///   - seconds: The limit, in seconds. With zero, a negative number or NaN, a pending guarantee times out
  ///     immediately. Infinity means no limit.
  ///   - losers: What happens to the guarantee when the timeout fires first. The default requests its cancellation if
  ///     it has no other consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the guarantee is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or `CancellationError` if the waiting task is
  ///   canceled.
  @discardableResult
  public func get(
    timeout seconds: Double, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await typed.get(
      within: TimerInterval(seconds: seconds), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, for a limited time, given as a Dispatch time interval.
  ///
  /// With `.never`, there is no limit. In every other respect, this method behaves like the one that takes seconds.
  ///
  /// - Parameters:
  ///   - interval: The limit. With zero or a negative interval, a pending guarantee times out immediately.
  ///   - losers: What happens to the guarantee when the timeout fires first. The default requests its cancellation if
  ///     it has no other consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the guarantee is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or `CancellationError` if the waiting task is
  ///   canceled.
  @discardableResult
  public func get(
    timeout interval: DispatchTimeInterval, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await typed.get(
      within: TimerInterval(interval), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, for a limited time, measured by a clock.
  ///
  /// In every other respect, this method behaves like the one that takes seconds.
  ///
  /// - Parameters:
  ///   - duration: The limit. With a zero or negative duration, a pending guarantee times out immediately.
  ///   - losers: What happens to the guarantee when the timeout fires first. The default requests its cancellation if
  ///     it has no other consumer.
  ///   - cancellation: What the cancellation of the waiting task does to the guarantee. The default is
  ///     ``CancellationPolicy/default``, which leaves it alone except in a scope.
  ///   - clock: The clock that measures the limit, or `nil` to measure it with Dispatch.
  ///   - isolation: The actor on which this call runs. The default is the actor of the caller. Leave it at its default.
  /// - Returns: The value that the guarantee is fulfilled with.
  /// - Throws: `PromiseError.timedOut` if the timeout fires first, or `CancellationError` if the waiting task is
  ///   canceled.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @discardableResult @_disfavoredOverload  // resolves `.seconds(1)`, which both types have, to Dispatch's
  public func get(
    timeout duration: Duration, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .default,
    clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    let delay = TimerInterval(duration, clock: clock)
    return try await typed.get(within: delay, losers, cancellation, CreationSite(file, line), isolation: isolation)
  }
}

extension TypedPromise {
  /// Waits for the outcome.
  func getResult(
    _ cancellation: CancellationPolicy, isolation: isolated (any Actor)?
  ) async -> Result<Value, any Error> {
    if any.isSettled {
      any.markObserved()
      return finalResult
    }
    let reason = await any.wait(isolation: isolation, whenCanceled: any.departure(cancellation))
    return reason == .settled ? finalResult : .failure(CancellationError())
  }

  /// Waits for the value until the delay has passed. The forms with a time limit share this implementation.
  func get(
    within delay: TimerInterval, _ losers: LoserPolicy, _ cancellation: CancellationPolicy, _ site: CreationSite,
    isolation: isolated (any Actor)?
  ) async throws -> Value {
    if any.isSettled {
      any.markObserved()
      return try finalResult.get()
    }
    let reason = await any.wait(
      atMost: after(delay, site), losers: losers, isolation: isolation, whenCanceled: any.departure(cancellation))
    switch reason {
    case .settled: return try finalResult.get()
    case .canceled: throw CancellationError()
    case .timedOut: throw PromiseError.timedOut(at: site)
    }
  }
}
