public import Dispatch
public import Testing

/// Checks that a promise is pending, and stays pending for a duration.
///
/// With `.promises(time: .manual)`, all work that is in flight runs first, so no duration is needed.
///
/// - Parameters:
///   - promise: A promise, a guarantee or a thenable.
///   - duration: How long to wait, in real time. The default is not to wait.
///   - comment: Precedes the message of the issue.
///   - sourceLocation: The location of the issue.
///   - isolation: The caller's actor.
/// - Throws: `ExpectationFailedError` if the promise is settled; `CancellationError` if the task is canceled.
public func expectPending(
  _ promise: some Thenable, for duration: DispatchTimeInterval = .seconds(0), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectPending(promise, Delay(duration), comment, sourceLocation) }

/// Checks that a promise is pending, and stays pending for a duration.
///
/// Behaves like the form with an interval in Dispatch's units.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func expectPending(
  _ promise: some Thenable, for duration: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectPending(promise, Delay(duration), comment, sourceLocation) }

private func expectPending(
  _ promise: some Thenable, _ duration: Delay, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  if let instrument = TestInstrument.current, instrument.clock != nil { await instrument.work.waitUntilIdle() }
  let inspection = try await promise.inspect(within: duration)
  let isPending = inspection.isPending
  try #require(isPending, inspection.comment(comment), sourceLocation: sourceLocation)
}
