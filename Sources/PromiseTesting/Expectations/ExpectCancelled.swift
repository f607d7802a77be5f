public import Dispatch
public import Testing

/// Waits until a promise is canceled, that is, rejected with an error that means cancellation.
///
/// ```swift
/// @Test(.promises) func `stopping cancels a download`() async throws {
///   let downloads = Downloads()
///   let download = downloads.start()
///   downloads.stopAll()
///   try await expectCancelled(download)
/// }
/// ```
///
/// If the promise has another outcome or is still pending after the limit, an issue reports its state and its creation
/// site. This function does not cancel the promise.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is not canceled within the limit; `CancellationError` if the task
///   is canceled.
public func expectCancelled(
  _ promise: some Thenable, within limit: DispatchTimeInterval = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectCancelled(promise, TimerInterval(limit), comment, sourceLocation) }

/// Waits until a promise is canceled, with a `Duration` as the limit.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is not canceled within the limit; `CancellationError` if the task
///   is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func expectCancelled(
  _ promise: some Thenable, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectCancelled(promise, TimerInterval(limit), comment, sourceLocation) }

/// The implementation of both overloads.
private func expectCancelled(
  _ promise: some Thenable, _ limit: TimerInterval, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  let inspection = try await promise.inspect(within: limit)
  let isCancelled = inspection.error?.isCancelled ?? false
  try #require(isCancelled, inspection.comment(comment), sourceLocation: sourceLocation)
}
