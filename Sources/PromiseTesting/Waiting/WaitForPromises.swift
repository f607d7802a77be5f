public import Dispatch
import Foundation

/// Blocks the calling thread until every promise of the test is settled and every handler has run.
///
/// ```swift
/// let promise = loadGreeting().done { greeting = $0 }
/// #expect(waitForPromises(timeout: 1))
/// ```
///
/// In a test with the trait `.promises`, it waits for the promises of that test alone; elsewhere, for every promise of
/// the process that belongs to no such test.
///
/// On the main thread, work on the main queue runs in the meantime, but tasks on the main actor do not: wait for
/// `Promise { await … }` in an `async` test, with `get()`.
///
/// - Parameter timeout: The limit, in seconds. Zero or a negative value returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout.
@available(*, noasync, message: "blocks the thread; write await promisesSettled()")
public func waitForPromises(timeout: Double) -> Bool {
  let context = PromiseContext.waitedFor
  // About a hundred years at most: a deadline after a longer wait could overflow.
  let seconds = timeout > 0 ? min(timeout, 3e9) : 0
  return context.block(until: Date(timeIntervalSinceNow: seconds)) {
    context.group.wait(timeout: .now() + $0) == .success
  }
}

/// Blocks the calling thread until every promise of the test is settled and every handler has run.
///
/// See ``waitForPromises(timeout:)-(Double)``.
///
/// - Parameter timeout: The limit. Zero or a negative value returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout.
@available(*, noasync, message: "blocks the thread; write await promisesSettled()")
public func waitForPromises(timeout: DispatchTimeInterval) -> Bool {
  waitForPromises(timeout: Delay(timeout).seconds)
}

/// Blocks the calling thread until every promise of the test is settled and every handler has run, for a duration.
///
/// See ``waitForPromises(timeout:)-(Double)``.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
@available(*, noasync, message: "blocks the thread; write await promisesSettled()")
public func waitForPromises(timeout: Duration) -> Bool { waitForPromises(timeout: Delay(timeout).seconds) }

extension DispatchGroup {
  /// The group that ``waitForPromises(timeout:)-(Double)`` waits for: entered by each promise of the test while it is
  /// pending, and by each handler while it is enqueued or runs.
  public static var promises: DispatchGroup { PromiseContext.waitedFor.group }
}
