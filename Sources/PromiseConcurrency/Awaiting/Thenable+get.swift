public import Dispatch

extension Thenable {
  /// Waits for the value.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get()
  /// ```
  ///
  /// If the promise is settled, the call returns without suspending. Otherwise the promise resumes the waiting function
  /// directly, not by way of a queue, when it is fulfilled, rejected, canceled or abandoned.
  ///
  /// When the waiting task is canceled while the promise is pending, this call throws `CancellationError` at once. The
  /// promise, its work and its other consumers go on. Pass `cancellation: .forward` to cancel the promise as well, if it
  /// has no other consumer.
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task means for the promise. The default is nothing.
  ///   - isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if the promise or the waiting task is
  ///   canceled; `PromiseError.abandoned` if the promise can no longer be settled.
  @inlinable @discardableResult
  public func get(
    cancellation: CancellationPolicy = .leave, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    if let result { return try result.get() }
    let promise = _promise
    guard await promise.wait(isolation: isolation, whenCanceled: promise.departure(cancellation)) == .settled else {
      throw CancellationError()
    }
    return try promise.finalResult.get()
  }

  /// Waits for the outcome, and does not throw.
  ///
  /// ```swift
  /// switch await fetchUser(id).getResult() {
  /// case .success(let user): show(user)
  /// case .failure(let error): show(error)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - cancellation: What the cancellation of the waiting task means for the promise; by default nothing.
  ///   - isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value or the error: that of the promise, `CancellationError` if it or the waiting task is cancelled,
  ///   `PromiseError.abandoned` if nobody is left to settle it.
  public func getResult(
    cancellation: CancellationPolicy = .leave, isolation: isolated (any Actor)? = #isolation
  ) async -> Result<Value, any Error> {
    if let result { return result }
    let promise = _promise
    let reason = await promise.wait(isolation: isolation, whenCanceled: promise.departure(cancellation))
    return reason == .settled ? promise.finalResult : .failure(CancellationError())
  }

  /// Waits for the value, with a limit.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get(timeout: 5)
  /// ```
  ///
  /// - Parameters:
  ///   - seconds: The limit, in seconds. With zero, a negative number and not-a-number, the promise must be settled
  ///     already; infinity means no limit.
  ///   - losers: What happens to the promise when the timeout fires first. The default cancels it, if it has no other
  ///     consumer.
  ///   - cancellation: What the cancellation of the waiting task means for the promise. The default is nothing.
  ///   - isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  /// - Throws: The errors of `get()`, and `PromiseError.timedOut`. Whatever ends the wait, the timer is removed at once.
  @discardableResult
  public func get(
    timeout seconds: Double, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .leave,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await get(within: Delay(seconds: seconds), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, with a limit in Dispatch's units.
  ///
  /// Behaves like the form that takes seconds.
  @discardableResult
  public func get(
    timeout interval: DispatchTimeInterval, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .leave,
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Value {
    try await get(within: Delay(interval), losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  /// Waits for the value, with a limit that a clock measures.
  ///
  /// Behaves like the form that takes seconds. A `clock` that is `nil` means Dispatch.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @discardableResult @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  public func get(
    timeout duration: Duration, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .leave,
    clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    let delay = Delay(duration, clock: clock)
    return try await get(within: delay, losers, cancellation, CreationSite(file, line), isolation: isolation)
  }

  private func get(
    within delay: Delay, _ losers: LoserPolicy, _ cancellation: CancellationPolicy, _ site: CreationSite,
    isolation: isolated (any Actor)?
  ) async throws -> Value {
    if let result { return try result.get() }
    let promise = _promise
    let reason = await promise.wait(
      atMost: after(delay, site), losers: losers, isolation: isolation, whenCanceled: promise.departure(cancellation))
    switch reason {
    case .settled: return try promise.finalResult.get()
    case .canceled: throw CancellationError()
    case .timedOut: throw PromiseError.timedOut(at: site)
    }
  }
}
