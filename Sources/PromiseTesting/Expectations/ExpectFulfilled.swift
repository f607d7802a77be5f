public import Dispatch
public import Testing

/// Waits until a promise is fulfilled, and returns its value.
///
/// ```swift
/// let user = try await expectFulfilled(fetchUser(1), within: .milliseconds(200))
/// ```
///
/// If the promise is rejected or still pending after the limit, an issue reports its state and its creation site. This
/// function does not cancel the promise.
///
/// - Parameters:
///   - promise: A promise, a guarantee or another thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Returns: The value.
/// - Throws: `ExpectationFailedError` if the promise is not fulfilled within the limit (Swift Testing does not report
///   this error as a second issue); `CancellationError` if the task is canceled.
@discardableResult
public func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, within limit: DispatchTimeInterval = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> Value { try await expectFulfilled(promise, TimerInterval(limit), comment, sourceLocation) }

/// Waits until a promise is fulfilled, with a `Duration` as the limit, and returns its value.
///
/// - Parameters:
///   - promise: A promise, a guarantee or another thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Returns: The value.
/// - Throws: `ExpectationFailedError` if the promise is not fulfilled within the limit; `CancellationError` if the task
///   is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> Value { try await expectFulfilled(promise, TimerInterval(limit), comment, sourceLocation) }

/// The implementation of both overloads.
private func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, _ limit: TimerInterval, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> Value {
  let inspection = try await promise.inspect(within: limit)
  let isFulfilled = if case .fulfilled = inspection.state { true } else { false }
  try #require(isFulfilled, inspection.comment(comment), sourceLocation: sourceLocation)
  return inspection.value!
}

extension Inspection {
  /// Returns the message of a failed expectation, for Swift Testing.
  ///
  /// - Parameters:
  ///   - comment: The caller's comment, which precedes the message.
  ///   - expected: A description of the expected error, which follows the message.
  func comment(_ comment: Comment?, expected: String? = nil) -> Comment {
    Comment(rawValue: message(comment?.rawValue, expected: expected))
  }
}
