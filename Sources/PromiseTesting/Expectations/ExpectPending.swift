public import Dispatch
public import Testing

/// Checks that a promise is pending, and that it stays pending for a duration.
///
/// ```swift
/// @Test(.promises) func `a search waits for a pause in typing`() async throws {
///   let found = debounce("swift", pause: 0.5) { "results for \($0)" }
///   try await expectPending(found, for: .milliseconds(400))
///   #expect(try await found.get() == "results for swift")
/// }
/// ```
///
/// In a test with `.promises(time: .manual)`, the check first waits until all work that is in flight has run, so it
/// needs no duration.
///
/// - Parameters:
///   - promise: A promise, a guarantee or another thenable.
///   - duration: How long the promise must stay pending, in real time. The default is zero, which checks once.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is settled; `CancellationError` if the task is canceled.
public func expectPending(
  _ promise: some Thenable, for duration: DispatchTimeInterval = .seconds(0), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectPending(promise, TimerInterval(duration), comment, sourceLocation) }

/// Checks that a promise is pending, and that it stays pending for a `Duration`.
///
/// - Parameters:
///   - promise: A promise, a guarantee or another thenable.
///   - duration: How long the promise must stay pending, in real time.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is settled; `CancellationError` if the task is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func expectPending(
  _ promise: some Thenable, for duration: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectPending(promise, TimerInterval(duration), comment, sourceLocation) }

/// The implementation of both overloads.
private func expectPending(
  _ promise: some Thenable, _ duration: TimerInterval, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  if let instrument = TestInstrument.current, instrument.clock != nil { await instrument.work.waitUntilIdle() }
  let inspection = try await promise.inspect(within: duration)
  let isPending = inspection.isPending
  try #require(isPending, inspection.comment(comment), sourceLocation: sourceLocation)
}
