public import Testing

/// Waits until the promise is fulfilled, and gives its value.
///
/// ```swift
/// let user = try await expectFulfilled(fetchUser(1), within: .milliseconds(200))
/// ```
///
/// If it is not, the test fails where this is called, and is told what happened instead.
///
/// - Parameters:
///   - promise: A promise, a guarantee or a thenable.
///   - limit: How long to wait, in real time. Zero or less: looks, and does not wait.
///   - comment: What to say besides.
///   - sourceLocation: Where to fail.
///   - isolation: The caller's actor, which this call does not leave.
/// - Returns: The value.
/// - Throws: `ExpectationFailedError` if the promise is not fulfilled in time; Swift Testing does not report it again.
@discardableResult
public func expectFulfilled<Value: Sendable>(
  _ promise: some Thenable<Value>, within limit: Duration = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> Value {
  let finding = try await promise.find(within: limit)
  let isFulfilled = if case .fulfilled = finding.fate { true } else { false }
  try #require(isFulfilled, finding.comment(comment), sourceLocation: sourceLocation)
  return finding.value!
}

/// Waits until the promise is rejected, for another reason than that it was cancelled, and gives the error.
///
/// - Parameters:
///   - promise: A promise or a thenable.
///   - limit: How long to wait, in real time. Zero or less: looks, and does not wait.
///   - comment: What to say besides.
///   - sourceLocation: Where to fail.
///   - isolation: The caller's actor, which this call does not leave.
/// - Returns: The error.
/// - Throws: `ExpectationFailedError` if the promise is not rejected in time, or is cancelled.
@discardableResult
public func expectRejected(
  _ promise: some Thenable, within limit: Duration = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> any Error {
  let finding = try await promise.find(within: limit)
  let error = finding.error.flatMap { $0.isCancelled ? nil : $0 }
  let isRejected = error != nil
  try #require(isRejected, finding.comment(comment), sourceLocation: sourceLocation)
  return error!
}

/// Waits until the promise is rejected with an error of a type, and gives the error.
///
/// As ``expectRejected(_:within:_:sourceLocation:isolation:)``. `CancellationError.self` counts, too.
@discardableResult
public func expectRejected<E: Error>(
  _ promise: some Thenable, throws type: E.Type, within limit: Duration = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws -> E {
  let finding = try await promise.find(within: limit)
  let error = finding.error as? E
  let isRejectedWithThatType = error != nil
  try #require(
    isRejectedWithThatType, finding.comment(comment, expected: "\(type)"),
    sourceLocation: sourceLocation)
  return error!
}

/// Waits until the promise is rejected with just this error.
///
/// As ``expectRejected(_:within:_:sourceLocation:isolation:)``.
public func expectRejected<E: Error & Equatable>(
  _ promise: some Thenable, throws expected: E, within limit: Duration = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws {
  let finding = try await promise.find(within: limit)
  let isRejectedWithThatError = finding.error as? E == expected
  try #require(
    isRejectedWithThatError, finding.comment(comment, expected: String(reflecting: expected)),
    sourceLocation: sourceLocation)
}

/// Waits until the promise is cancelled: rejected with an error that says so.
///
/// - Parameters:
///   - promise: A promise or a thenable.
///   - limit: How long to wait, in real time. Zero or less: looks, and does not wait.
///   - comment: What to say besides.
///   - sourceLocation: Where to fail.
///   - isolation: The caller's actor, which this call does not leave.
/// - Throws: `ExpectationFailedError` if it is not cancelled in time.
public func expectCancelled(
  _ promise: some Thenable, within limit: Duration = .seconds(10), _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws {
  let finding = try await promise.find(within: limit)
  let isCancelled = finding.error?.isCancelled ?? false
  try #require(isCancelled, finding.comment(comment), sourceLocation: sourceLocation)
}

/// Checks that the promise is pending, and stays so for a while.
///
/// With `.promises(time: .manual)`, everything that is under way is done first, so that it needs no while.
///
/// - Parameters:
///   - promise: A promise, a guarantee or a thenable.
///   - duration: How long to look, in real time; not at all unless given.
///   - comment: What to say besides.
///   - sourceLocation: Where to fail.
///   - isolation: The caller's actor, which this call does not leave.
/// - Throws: `ExpectationFailedError` if it is settled.
public func expectPending(
  _ promise: some Thenable, for duration: Duration = .zero, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
) async throws {
  if let host = TestHost.current, host.clock != nil { await host.activity.quiet() }
  let finding = try await promise.find(within: duration)
  let isPending = finding.isPending
  try #require(isPending, finding.comment(comment), sourceLocation: sourceLocation)
}

extension Finding {
  /// What became of it, as Swift Testing says it.
  fileprivate func comment(_ comment: Comment?, expected: String? = nil) -> Comment {
    Comment(rawValue: message(comment?.rawValue) + (expected.map { "; expected \($0)" } ?? ""))
  }
}
