public import Dispatch
public import Testing

/// Waits until a promise is canceled: rejected with an error that means cancellation.
///
/// - Parameters:
///   - promise: A promise or a thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must be settled already.
///   - comment: Precedes the message of the issue.
///   - sourceLocation: The location of the issue.
///   - isolation: The caller's actor.
/// - Throws: `ExpectationFailedError` if the promise is not canceled in time; `CancellationError` if the task is
///   canceled.
public func expectCancelled(
  _ promise: some Thenable, within limit: DispatchTimeInterval = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectCancelled(promise, Delay(limit), comment, sourceLocation) }

/// Waits until a promise is canceled, for a duration.
///
/// Behaves like the form with a limit in Dispatch's units.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func expectCancelled(
  _ promise: some Thenable, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectCancelled(promise, Delay(limit), comment, sourceLocation) }

private func expectCancelled(
  _ promise: some Thenable, _ limit: Delay, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  let inspection = try await promise.inspect(within: limit)
  let isCancelled = inspection.error?.isCancelled ?? false
  try #require(isCancelled, inspection.comment(comment), sourceLocation: sourceLocation)
}
