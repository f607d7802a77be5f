public import Dispatch
public import Testing

/// Waits until a promise is rejected, and returns its error.
///
/// ```swift
/// let error = try await expectRejected(fetchUser(0), throws: NotFound.self)
/// ```
///
/// - Parameters:
///   - promise: A promise or a thenable.
///   - type: The type of the error. The default is every error but one that means cancellation. `CancellationError.self`
///     matches a promise that is canceled.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must be settled already.
///   - comment: Precedes the message of the issue.
///   - sourceLocation: The location of the issue.
///   - isolation: The caller's actor.
/// - Returns: The error. It counts as handled.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with such an error in time; `CancellationError` if
///   the task is canceled.
@discardableResult
public func expectRejected<E: Error>(
  _ promise: some Thenable, throws type: E.Type = (any Error).self, within limit: DispatchTimeInterval = .seconds(10),
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> E { try await expectRejected(promise, type, Delay(limit), comment, sourceLocation) }

/// Waits until a promise is rejected, for a duration, and returns its error.
///
/// Behaves like the form with a limit in Dispatch's units.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func expectRejected<E: Error>(
  _ promise: some Thenable, throws type: E.Type = (any Error).self, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> E { try await expectRejected(promise, type, Delay(limit), comment, sourceLocation) }

private func expectRejected<E: Error>(
  _ promise: some Thenable, _ type: E.Type, _ limit: Delay, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws -> E {
  let inspection = try await promise.inspect(within: limit)
  let isAnyType = E.self as Any.Type == (any Error).self
  let error = inspection.error.flatMap { isAnyType && $0.isCancelled ? nil : $0 as? E }
  let isRejectedWithThatType = error != nil
  let expected = isAnyType ? nil : "\(type)"
  try #require(isRejectedWithThatType, inspection.comment(comment, expected: expected), sourceLocation: sourceLocation)
  return error!
}

/// Waits until a promise is rejected with an error.
///
/// - Parameters:
///   - promise: A promise or a thenable.
///   - expected: The error, which is compared with `==`.
///   - limit: How long to wait, in real time. With zero or a negative value, the promise must be settled already.
///   - comment: Precedes the message of the issue.
///   - sourceLocation: The location of the issue.
///   - isolation: The caller's actor.
/// - Throws: `ExpectationFailedError` if the promise is not rejected with that error in time; `CancellationError` if the
///   task is canceled.
public func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, throws expected: E, within limit: DispatchTimeInterval = .seconds(10),
  _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectRejected(promise, expected, Delay(limit), comment, sourceLocation) }

/// Waits until a promise is rejected with an error, for a duration.
///
/// Behaves like the form with a limit in Dispatch's units.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, throws expected: E, within limit: Duration, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws { try await expectRejected(promise, expected, Delay(limit), comment, sourceLocation) }

private func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, _ expected: E, _ limit: Delay, _ comment: Comment?, _ sourceLocation: SourceLocation,
  isolation: isolated (any Actor)? = #isolation
) async throws {
  let inspection = try await promise.inspect(within: limit)
  let isRejectedWithThatError = inspection.error as? E == expected
  try #require(
    isRejectedWithThatError, inspection.comment(comment, expected: String(reflecting: expected)),
    sourceLocation: sourceLocation)
}
