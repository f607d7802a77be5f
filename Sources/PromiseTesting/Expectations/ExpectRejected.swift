public import Dispatch
public import Testing

/// Waits until a promise is rejected, and returns its error.
///
/// ```swift
/// let error = try await expectRejected(fetchUser(0), throws: NotFound.self)
/// ```
///
/// The error counts as handled. If the promise has another outcome or is still pending after the limit, an issue
/// reports its state and its creation site. This function does not cancel the promise.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - type: The expected type of the error. The default matches any error except one that means cancellation.
///     `CancellationError.self` matches a canceled promise.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Returns: The error.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with such an error within the limit;
///   `CancellationError` if the task is canceled.
@discardableResult
public func expectRejected<E: Error>(
  _ promise: some Thenable, throws type: E.Type = (any Error).self, within limit: DispatchTimeInterval = .seconds(10),
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> E { try await expectRejected(promise, type, TimerInterval(limit), comment, sourceLocation) }

/// Waits until a promise is rejected, with a `Duration` as the limit, and returns its error.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - type: The expected type of the error. The default matches any error except one that means cancellation.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Returns: The error.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with such an error within the limit;
///   `CancellationError` if the task is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func expectRejected<E: Error>(
  _ promise: some Thenable, throws type: E.Type = (any Error).self, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> E { try await expectRejected(promise, type, TimerInterval(limit), comment, sourceLocation) }

/// The implementation of the overloads that take a type.
private func expectRejected<E: Error>(
  _ promise: some Thenable, _ type: E.Type, _ limit: TimerInterval, _ comment: Comment?,
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> E {
  let inspection = try await promise.inspect(within: limit)
  let isAnyType = E.self as Any.Type == (any Error).self
  let error = inspection.error.flatMap { isAnyType && $0.isCancelled ? nil : $0 as? E }
  let isRejectedWithExpectedType = error != nil
  let expected = isAnyType ? nil : "\(type)"
  try #require(
    isRejectedWithExpectedType, inspection.comment(comment, expected: expected), sourceLocation: sourceLocation)
  return error!
}

/// Waits until a promise is rejected with a specific error.
///
/// The error counts as handled. If the promise has another outcome or is still pending after the limit, an issue
/// reports its state and its creation site.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - expected: The expected error, which is compared with `==`.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with that error within the limit;
///   `CancellationError` if the task is canceled.
public func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, throws expected: E, within limit: DispatchTimeInterval = .seconds(10),
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectRejected(promise, expected, TimerInterval(limit), comment, sourceLocation) }

/// Waits until a promise is rejected with a specific error, with a `Duration` as the limit.
///
/// - Parameters:
///   - promise: A promise or another thenable.
///   - expected: The expected error, which is compared with `==`.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must already be settled.
///   - comment: A comment that precedes the message of the issue.
///   - isolation: The actor of the caller.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with that error within the limit;
///   `CancellationError` if the task is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, throws expected: E, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectRejected(promise, expected, TimerInterval(limit), comment, sourceLocation) }

/// The implementation of the overloads that take an error.
private func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, _ expected: E, _ limit: TimerInterval, _ comment: Comment?,
  _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  let inspection = try await promise.inspect(within: limit)
  let isRejectedWithExpectedError = inspection.error as? E == expected
  try #require(
    isRejectedWithExpectedError, inspection.comment(comment, expected: String(reflecting: expected)),
    sourceLocation: sourceLocation)
}
