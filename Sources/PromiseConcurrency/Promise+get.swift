extension Promise {
  /// Waits for the value.
  ///
  /// ```swift
  /// let user = try await fetchUser(id).get()
  /// ```
  ///
  /// A settled promise is returned without suspending. A pending one resumes the waiting function directly, whatever
  /// becomes of it: fulfilled, rejected, cancelled, or abandoned.
  ///
  /// When the waiting task is cancelled while the promise is pending, this call throws `CancellationError` at once. The
  /// promise, its work, and everybody else who waits for it go on.
  ///
  /// - Parameter isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if it or the waiting task is cancelled;
  ///   ``PromiseError/abandoned(file:line:)`` if nobody is left to settle it.
  @discardableResult
  public func get(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    if let result { return try result.get() }
    guard await settlement(isCancellable: true, isolation: isolation) else { throw CancellationError() }
    return try knownOutcome.get()
  }

  /// Waits for the value; the same as ``get(isolation:)``. PromiseKit's name for it.
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    try await get(isolation: isolation)
  }
}

extension Guarantee {
  /// Waits for the value.
  ///
  /// A fulfilled guarantee is returned without suspending; a pending one resumes the waiting function directly.
  /// Cancelling the waiting task changes nothing: there is no error to throw, and no value to return yet.
  ///
  /// To wait for a guarantee that was abandoned, so that it can never be fulfilled, is a programming error: the program
  /// stops with a message that names the place where the guarantee was made.
  ///
  /// - Parameter isolation: The caller's actor, which this call does not leave.
  /// - Returns: The value.
  @discardableResult
  public func get(isolation: isolated (any Actor)? = #isolation) async -> Value {
    if let outcome { return outcome.get() }
    _ = await settlement(isCancellable: false, isolation: isolation)
    return outcomeOrStop
  }

  /// Waits for the value; the same as ``get(isolation:)``. PromiseKit's name for it.
  @discardableResult
  public func async(isolation: isolated (any Actor)? = #isolation) async -> Value { await get(isolation: isolation) }
}
