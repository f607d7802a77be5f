public import Dispatch
public import Testing

/// Runs code in a context of its own for promises, and reports what the code leaves behind: the trait `.promises` as a
/// function.
///
/// ```swift
/// let answer = try await withPromises(order: .shuffled(seeds: 0..<20), timeLimit: 5) {
///   try await ask().get()
/// }
/// ```
///
/// The code owns its promises, has a time limit, and waits at its end for work in flight, as the body of a test with
/// ``Testing/Trait/promises(timeLimit:pending:unhandled:abandoned:queue:time:order:)-(DispatchTimeInterval?,_,_,_,_,_,_)``
/// does; the settings mean the same. In a test of Swift Testing, what it leaves behind is recorded as issues of that
/// test, at the location of this call. In a method of a test case of XCTest, the method `withPromises` of `XCTestCase` is
/// called instead, which records failures. Elsewhere, such as in other test libraries, this function throws a
/// ``PromisesLeftBehind``.
///
/// With ``HandlerOrder/shuffled(seeds:)``, the code runs once for each seed, until a run fails.
///
/// If the calling task is canceled, the promises of the code and its task are canceled.
///
/// - Parameters:
///   - time: The clock of the timers. `ManualClock.current` is the clock if it is `.manual`.
///   - order: The order in which handlers run.
///   - timeLimit: The limit for the code together with the work that it leaves in flight, in seconds of real time. With
///     zero or a negative value, it expires immediately.
///   - pending: How to treat a promise that is pending at the end.
///   - unhandled: How to treat an unhandled rejection.
///   - abandoned: How to treat an abandoned promise or guarantee.
///   - queue: The queue that replaces `DispatchQueue.promises`.
///   - body: The code. It runs on the actor to which the closure is isolated, in a task of its own.
/// - Returns: The value that `body` returns, in the last run.
/// - Throws: The error that `body` throws in the last run, or, outside of tests, ``PromisesLeftBehind``.
@discardableResult
public func withPromises<Value: Sendable>(
  time: PromiseTime = .real, order: HandlerOrder = .natural, timeLimit: Double = 60, pending: LeftoverPolicy = .error,
  unhandled: LeftoverPolicy = .error, abandoned: LeftoverPolicy = .error, queue: DispatchQueue? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  @_inheritActorContext _ body: @Sendable () async throws -> Value
) async throws -> Value {
  let settings = PromisesSettings(
    timeLimit: TimerInterval(seconds: timeLimit), pending: pending, unhandled: unhandled, abandoned: abandoned,
    queue: queue,
    time: time, order: order)
  if let test = Test.current {
    return try await settings.value(
      of: body, reportingTo: SwiftTestingReporter(test, Test.Case.current, at: sourceLocation))
  }
  let reporter = ThrowingReporter(at: sourceLocation)
  let value: Value
  do {
    value = try await settings.value(of: body, reportingTo: reporter)
  } catch {
    throw reporter.error(after: error) ?? error
  }
  if let error = reporter.error(after: nil) { throw error }
  return value
}

/// Runs code in a context of its own for promises and with a manual clock, and reports what the code leaves behind.
///
/// ```swift
/// try await withPromises { clock in
///   let answer = ask().timeout(seconds: 5)
///   await clock.advance(by: .seconds(5))
///   try await expectRejected(answer, throws: PromiseError.timedOut)
/// }
/// ```
///
/// Except for the clock, this overload is the same as the one whose closure has no parameter.
///
/// - Parameters:
///   - time: The value `.manual`.
///   - order: The order in which handlers run.
///   - timeLimit: The limit for the code together with the work that it leaves in flight, in seconds of real time.
///   - pending: How to treat a promise that is pending at the end.
///   - unhandled: How to treat an unhandled rejection.
///   - abandoned: How to treat an abandoned promise or guarantee.
///   - queue: The queue that replaces `DispatchQueue.promises`.
///   - body: The code. Its argument is the clock, a new one in each run.
/// - Returns: The value that `body` returns, in the last run.
/// - Throws: The error that `body` throws in the last run, or, outside of tests, ``PromisesLeftBehind``.
@discardableResult
public func withPromises<Value: Sendable>(
  time: ManualTime = .manual, order: HandlerOrder = .natural, timeLimit: Double = 60, pending: LeftoverPolicy = .error,
  unhandled: LeftoverPolicy = .error, abandoned: LeftoverPolicy = .error, queue: DispatchQueue? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  @_inheritActorContext _ body: @Sendable (ManualClock) async throws -> Value
) async throws -> Value {
  try await withPromises(
    time: PromiseTime.manual, order: order, timeLimit: timeLimit, pending: pending, unhandled: unhandled,
    abandoned: abandoned, queue: queue, sourceLocation: sourceLocation
  ) { try await body(ManualClock.current) }
}

extension PromisesSettings {
  /// Runs code in a context of its own: once, or once for each seed.
  ///
  /// - Parameters:
  ///   - body: The code.
  ///   - reporter: Records the issues.
  /// - Returns: The value that `body` returns, in the last run.
  /// - Throws: The error that `body` throws in the last run.
  func value<Value: Sendable>(
    of body: @Sendable () async throws -> Value, reportingTo reporter: any TestReporter
  ) async throws -> Value {
    let last = Lock<Result<Value, any Error>?>(nil)
    try await perform(reportingTo: reporter) {
      do {
        let value = try await body()
        last.withLock { $0 = .success(value) }
      } catch {
        last.withLock { $0 = .failure(error) }
        throw error
      }
    }
    // Without a result, no run has begun, because the seed of the environment is invalid, which has been recorded.
    guard let last = last.withLock({ $0 }) else { throw PromiseError.badInput }
    return try last.get()
  }
}
