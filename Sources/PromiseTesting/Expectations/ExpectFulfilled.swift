public import Dispatch
public import Testing

/// Waits until a promise is fulfilled, and returns its value.
///
/// ```swift
/// let user = try await expectFulfilled(fetchUser(1), within: .milliseconds(200))
/// ```
///
/// Otherwise an issue says what happened instead.
///
/// - Parameters:
///   - promise: A promise, a guarantee or a thenable.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must be settled already.
///   - comment: Precedes the message of the issue.
///   - sourceLocation: The location of the issue.
///   - isolation: The caller's actor.
/// - Returns: The value.
/// - Throws: `ExpectationFailedError` if the promise is not fulfilled in time. Swift Testing does not report that error
///   a second time. `CancellationError` if the task is canceled.
@discardableResult
public func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, within limit: DispatchTimeInterval = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> Value { try await expectFulfilled(promise, Delay(limit), comment, sourceLocation) }

/// Waits until a promise is fulfilled, for a duration, and returns its value.
///
/// Behaves like the form with a limit in Dispatch's units.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> Value { try await expectFulfilled(promise, Delay(limit), comment, sourceLocation) }

private func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, _ limit: Delay, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> Value {
  let inspection = try await promise.inspect(within: limit)
  let isFulfilled = if case .fulfilled = inspection.state { true } else { false }
  try #require(isFulfilled, inspection.comment(comment), sourceLocation: sourceLocation)
  return inspection.value!
}

extension Inspection {
  /// The message of a failed expectation, for Swift Testing.
  func comment(_ comment: Comment?, expected: String? = nil) -> Comment {
    Comment(rawValue: message(comment?.rawValue) + (expected.map { "; expected \($0)" } ?? ""))
  }
}
