public import Dispatch
import Foundation

/// Blocks the calling thread until every promise of the test is settled and every handler has run.
///
/// ```swift
/// let promise = loadGreeting().done { greeting = $0 }
/// #expect(waitForPromises(timeout: 1))
/// ```
///
/// In a test with the trait `.promises`, the function waits for the promises of that test only. Elsewhere it waits for
/// every promise of the process that belongs to no such test. In `async` code, use
/// ``promisesSettled(timeout:)-(Double)``.
///
/// When the timeout ends the wait, each promise on which the others wait is reported to `PromiseDiagnostics.handler`, with
/// what it waits for. With a timeout of zero, nothing is reported.
///
/// If the calling thread is the main thread, work on the main queue keeps running, but tasks on the main actor do not
/// run. To wait for `Promise { await … }` there, make the test `async` and use `get()`.
///
/// - Parameter timeout: The timeout, in seconds of real time. With zero or a negative value, the function returns
///   immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the test is canceled or its time limit
///   expires.
@available(*, noasync, message: "it blocks the thread; use 'await promisesSettled()' instead")
public func waitForPromises(timeout: Double) -> Bool {
  let context = PromiseContext.currentOrProcessWide
  // The limit of about a hundred years prevents the deadline from overflowing.
  let seconds = timeout > 0 ? min(timeout, 3e9) : 0
  let isSettled = context.block(until: Date(timeIntervalSinceNow: seconds)) {
    context.group.wait(timeout: .now() + $0) == .success
  }
  let isOver = context.testInstrument?.isOver.isClaimed ?? false
  if !isSettled, timeout > 0, !isOver { context.reportPending(after: "waitForPromises(timeout: \(timeout))") }
  return isSettled
}

/// Blocks the calling thread until every promise of the test is settled and every handler has run, with a
/// `DispatchTimeInterval` as the timeout.
///
/// See ``waitForPromises(timeout:)-(Double)``.
///
/// - Parameter timeout: The timeout, in real time. With zero or a negative value, the function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the test is canceled or its time limit
///   expires.
@available(*, noasync, message: "it blocks the thread; use 'await promisesSettled()' instead")
public func waitForPromises(timeout: DispatchTimeInterval) -> Bool {
  waitForPromises(timeout: TimerInterval(timeout).seconds)
}

/// Blocks the calling thread until every promise of the test is settled and every handler has run, with a `Duration`
/// as the timeout.
///
/// See ``waitForPromises(timeout:)-(Double)``.
///
/// - Parameter timeout: The timeout, in real time. With zero or a negative value, the function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the test is canceled or its time limit
///   expires.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
@available(*, noasync, message: "it blocks the thread; use 'await promisesSettled()' instead")
public func waitForPromises(timeout: Duration) -> Bool { waitForPromises(timeout: TimerInterval(timeout).seconds) }

extension DispatchGroup {
  /// The group that ``waitForPromises(timeout:)-(Double)`` waits for.
  ///
  /// The group contains each promise of the test while it is pending, and each handler while it is enqueued or running.
  /// To be notified without blocking, call `notify(queue:)` on the group.
  public static var promises: DispatchGroup { PromiseContext.currentOrProcessWide.group }
}
