/// What `withPromiseScope` does when a member of the scope fails.
public enum FailurePolicy: Sendable {
  /// The first error cancels the other members and is thrown.
  case cancelOthers
  /// The members continue. If there were errors, they are thrown together, as ``PromiseScopeErrors``.
  case collect
}

/// The errors of a function and of the members of its scope, in the order in which they occurred.
public struct PromiseScopeErrors: Error {
  /// The errors. There is at least one.
  public let errors: [any Error]
}

/// Calls a function with a scope, and returns when everything that was started in the scope has ended.
///
/// ```swift
/// try await withPromiseScope { scope in
///   scope.addTask { try await upload(photos) }
///   legacyUpload(videos).store(in: scope)
///   try await uploadNotes()
/// }  // Nothing is running any longer.
/// ```
///
/// Members may add further members until the last one has ended. What is added later is canceled immediately.
///
/// - **If a member fails**, `failures` decides. An error that a `catch` has handled before the end of the chain that was
///   stored is no failure, unless it is `PromiseError.abandoned`, and neither is cancellation.
/// - **If `body` throws**, the error counts as the failure of a member, and the members are canceled under either policy
///   if the error represents cancellation.
/// - **If the calling task is canceled**, all members are canceled. If there was one, this function then throws
///   `CancellationError`, unless a failure or `body` has provided another error.
/// - **If ``PromiseScope/cancel()`` is called**, all members are canceled, and that alone is no error.
///
/// In `body`, in tasks of the scope and in handlers that are written there, a canceled wait for a promise cancels the
/// promise as well, unless it has another consumer: `get()` behaves like `get(cancellation: .forward)`. So canceling the
/// calling task also ends work that `body` waits for without having added it to the scope. If other code will want the
/// promise, but is not a consumer of it yet, pass `.leave`.
///
/// See ``PromiseScope`` for when a member ends. After the first error under `cancelOthers`, later ones are reported to
/// `PromiseDiagnostics`, unless a handler handles them, or they have the type and the description of the first one, which
/// was then passed on.
///
/// - Parameters:
///   - failures: What happens when a member fails. By default, the others are canceled.
///   - isolation: The actor on which this function and `body` run. The default is the actor of the caller. Leave it at
///     its default.
///   - body: A function that adds members to the scope.
/// - Returns: The value that `body` returns.
/// - Throws: The error of `body` or of a member, ``PromiseScopeErrors`` under the policy `collect`, or
///   `CancellationError` if the calling task is canceled.
@discardableResult
public func withPromiseScope<Result>(
  failures: FailurePolicy = .cancelOthers, isolation: isolated (any Actor)? = #isolation,
  _ body: (PromiseScope) async throws -> Result, file: StaticString = #fileID, line: UInt = #line
) async throws -> Result {
  let members = ScopeMembers(CreationSite(file, line), failures: failures)
  let scope = PromiseScope(members)
  let outcome = await withTaskCancellationHandler(
    operation: {
      let outcome: Swift.Result<Result, any Error>
      do {
        outcome = .success(
          try await DefaultCancellationPolicy.inScope(isolation: isolation) { try await body(scope) })
      } catch {
        outcome = .failure(error)
        if error.isCancelled { members.close() } else { members.record(outcome) }
      }
      // What the task waits for is canceled with it, and still ends.
      await members.endWhenIdle(isolation: isolation)
      return outcome
    }, onCancel: { members.close(interrupting: true) }, isolation: isolation)
  switch (failures, members.failures) {
  case (.cancelOthers, let errors) where !errors.isEmpty: throw errors[0]
  case (.collect, let errors) where !errors.isEmpty: throw PromiseScopeErrors(errors: errors)
  default: break
  }
  let value = try outcome.get()
  if members.isInterrupted { throw CancellationError() }
  return value
}
