/// The error that ``withTimeout(_:clock:_:)`` throws when the limit expires.
public struct TimedOut: Error, Equatable {
  /// Creates the error.
  public init() {}
}

/// Calls a function, and cancels it when a limit expires.
///
/// ```swift
/// let user = try await withTimeout(.seconds(5)) { try await load(url) }
/// ```
///
/// The limit only cancels the function. As a task group awaits its child tasks, this function does not return before
/// `body` has returned. If `body` ignores cancellation, the limit has no effect until then.
///
/// - Parameters:
///   - limit: The limit.
///   - clock: The clock that measures the limit.
///   - body: The function, which runs in a child task.
/// - Returns: The value of `body`.
/// - Throws: The error of `body`, or ``TimedOut``.
public nonisolated(nonsending) func withTimeout<Value: Sendable>(
  _ limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await firstResult(of: [
    body,
    {
      try await clock.sleep(for: limit)
      throw TimedOut()
    },
  ])
}

/// Calls several functions concurrently. Returns the value, or throws the error, of the one that ends first.
///
/// The other functions are canceled. This function returns after all of them have returned.
///
/// - Parameter bodies: The functions, at least one.
public nonisolated(nonsending) func firstResult<Value: Sendable>(
  of bodies: [@Sendable () async throws -> Value]
) async throws -> Value {
  precondition(!bodies.isEmpty, "Invalid argument: firstResult needs at least one function.")
  return try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    for body in bodies { group.addTask(operation: body) }
    return try await group.next()!
  }
}

/// Calls several functions concurrently. Returns the value of the first one that succeeds.
///
/// The other functions are canceled. This function returns after all of them have returned.
///
/// - Parameter bodies: The functions, at least one.
/// - Throws: The error of the last one, if every function throws.
public nonisolated(nonsending) func firstSuccess<Value: Sendable>(
  of bodies: [@Sendable () async throws -> Value]
) async throws -> Value {
  precondition(!bodies.isEmpty, "Invalid argument: firstSuccess needs at least one function.")
  return try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    for body in bodies { group.addTask(operation: body) }
    while true {
      do { return try await group.next()! } catch  where !group.isEmpty {}
    }
  }
}
