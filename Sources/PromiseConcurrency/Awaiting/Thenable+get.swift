extension Thenable {
  /// Waits for the value.
  ///
  /// As with a promise, for code that is generic over promises, guarantees and thenables of your own.
  @discardableResult
  public func get(
    cancellation: CancellationPolicy = .leave, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value { try await getResult(cancellation: cancellation, isolation: isolation).get() }

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
    return promise.result(of: reason)
  }

  /// Waits for the value, but only so long.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get(timeout: 5)
  /// ```
  ///
  /// - Parameters:
  ///   - seconds: How long, in seconds. Zero, negative and not-a-number: no time, so that only a promise that is settled
  ///     already makes it. Infinity: for ever.
  ///   - losers: What becomes of the promise when time is up; by default it is cancelled, if nobody else wants it.
  ///   - cancellation: What the cancellation of the waiting task means for the promise; by default nothing.
  ///   - clock: Who measures the time; `nil`: Dispatch.
  ///   - isolation: The caller's actor, which this call does not leave.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: The value.
  /// - Throws: As `get()`, and `PromiseError.timedOut`. Whatever ends the wait, the timer goes at once.
  @discardableResult
  public func get(
    timeout seconds: Double, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .leave,
    clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    if let result { return try result.get() }
    let timer = after(seconds: seconds, clock: clock, file: file, line: line)
    return try await get(before: timer, losers, cancellation, isolation: isolation)
  }

  /// Waits for the value, but only so long.
  ///
  /// As the form that takes seconds.
  @discardableResult @_disfavoredOverload
  public func get(
    timeout duration: Duration, losers: LoserPolicy = .cancel, cancellation: CancellationPolicy = .leave,
    clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws -> Value {
    if let result { return try result.get() }
    let timer = after(duration, clock: clock, file: file, line: line)
    return try await get(before: timer, losers, cancellation, isolation: isolation)
  }

  private func get(
    before timer: Guarantee<Void>, _ losers: LoserPolicy, _ cancellation: CancellationPolicy,
    isolation: isolated (any Actor)?
  ) async throws -> Value {
    let promise = _promise
    let reason = await promise.wait(
      atMost: timer, losers: losers, isolation: isolation, whenCanceled: promise.departure(cancellation))
    return try promise.result(of: reason).get()
  }
}

extension _TypedPromise {
  /// What somebody who waited for this promise has to say, after the wait is over.
  fileprivate func result(of reason: AwaitResult) -> Result<Value, any Error> {
    switch reason {
    case .settled: finalResult
    case .canceled: .failure(CancellationError())
    case .timedOut: .failure(PromiseError.timedOut)
    }
  }
}
