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
) async throws {
  if let instrument = TestInstrument.current, instrument.clock != nil { await instrument.work.waitUntilIdle() }
  let inspection = try await promise.inspect(within: Delay(duration))
  let isPending = inspection.isPending
  try #require(isPending, inspection.comment(comment), sourceLocation: sourceLocation)
}
