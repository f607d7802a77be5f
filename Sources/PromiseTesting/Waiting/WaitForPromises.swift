public import Dispatch
import Foundation

/// Waits until every promise of this test is settled and every handler has run. From google/promises.
///
/// ```swift
/// let promise = loadGreeting().done { greeting = $0 }
/// #expect(waitForPromises(timeout: 1))
/// ```
///
/// In a test with the trait `.promises` these are the promises of that test alone; elsewhere, every promise of the
/// process that belongs to no such test. It blocks the thread, so it cannot be used in `async` code.
///
/// On the main thread the main queue is kept running. A task on the main actor is not: wait for `Promise { await … }`
/// in an `async` test, with `get()`.
///
/// - Parameter timeout: How long to wait, in seconds. Zero or less: looks, and does not wait.
/// - Returns: Whether all is quiet; `false` if time ran out.
@available(*, noasync, message: "blocks the thread; write await promisesSettled()")
public func waitForPromises(timeout: Double) -> Bool {
  let scope = Scope.current ?? .processWide
  // A hundred years is as good as for ever, and does not overflow.
  let seconds = timeout > 0 ? min(timeout, 3e9) : 0
  return scope.block(until: Date(timeIntervalSinceNow: seconds)) { scope.group.wait(timeout: .now() + $0) == .success }
}

/// Waits until every promise of this test is settled and every handler has run.
///
/// As ``waitForPromises(timeout:)-(Double)``.
///
/// - Parameter timeout: How long to wait. Zero or less: looks, and does not wait.
@available(*, noasync, message: "blocks the thread; write await promisesSettled()")
public func waitForPromises(timeout: Duration) -> Bool {
  // A hundred years is as good as for ever, and longer ones need not have components.
  let (seconds, attoseconds) = min(max(timeout, .zero), .seconds(3_000_000_000)).components
  return waitForPromises(timeout: Double(seconds) + Double(attoseconds) / 1e18)
}

extension DispatchGroup {
  /// Entered by each promise of this test while it is pending, and by each handler on its way. From google/promises.
  public static var promises: DispatchGroup { (Scope.current ?? .processWide).group }
}
