/// Starts a chain with an `async` function, so that its first step looks like the others.
///
/// ```swift
/// firstly { try await login() }.then { user in fetchAvatar(of: user) }
/// ```
///
/// - Parameters:
///   - body: Called in a task with the isolation of where it was written, which is cancelled when the promise is. What
///     it throws rejects the promise.
///   - file: Where the promise is made, for reports.
///   - line: Likewise.
@_disfavoredOverload
public func firstly<U: Sendable>(
  @_inheritActorContext @_implicitSelfCapture execute body: sending @escaping @isolated(any) () async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<U> {
  // Sent here, and called once, by the task.
  nonisolated(unsafe) let body = body
  return Promise(byTaskOn: body.isolation, CreationSite(file, line)) { _ in try await body() }
}

/// Starts a chain with an `async` function that returns a promise.
///
/// As the form that returns a value.
@_disfavoredOverload
public func firstly<U: Thenable>(
  @_inheritActorContext @_implicitSelfCapture execute body: sending @escaping @isolated(any) () async throws -> U,
  file: StaticString = #fileID, line: UInt = #line
) -> Promise<U.Value> {
  // As above.
  nonisolated(unsafe) let body = body
  return Promise(adoptingTaskOn: body.isolation, CreationSite(file, line)) { _ in try await body() }
}
