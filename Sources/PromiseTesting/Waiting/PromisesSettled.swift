public import Dispatch

/// Waits until every promise of the test is settled and every handler has run, without blocking a thread.
///
/// ```swift
/// model.refresh()
/// #expect(await promisesSettled(timeout: .seconds(1)))
/// #expect(model.items.count == 3)
/// ```
///
/// In a test with the trait `.promises`, the function waits for the promises of that test only. Elsewhere it waits for
/// every promise of the process that belongs to no such test. In code that is not `async`, use
/// ``waitForPromises(timeout:)-(Double)``.
///
/// When the timeout ends the wait, each promise on which the others wait is reported to `PromiseDiagnostics.handler`, with
/// what it waits for. With a timeout of zero, nothing is reported.
///
/// - Parameter timeout: The timeout, in seconds of real time. The default is 10. With zero or a negative value, the
///   function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@discardableResult
public func promisesSettled(timeout: Double = 10) async -> Bool {
  await promisesSettled(TimerInterval(seconds: timeout))
}

/// Waits until every promise of the test is settled and every handler has run, with a `DispatchTimeInterval` as
/// the timeout.
///
/// See ``promisesSettled(timeout:)-(Double)``.
///
/// - Parameter timeout: The timeout, in real time. With zero or a negative value, the function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@discardableResult
public func promisesSettled(timeout: DispatchTimeInterval) async -> Bool {
  await promisesSettled(TimerInterval(timeout))
}

/// Waits until every promise of the test is settled and every handler has run, with a `Duration` as the timeout.
///
/// See ``promisesSettled(timeout:)-(Double)``.
///
/// - Parameter timeout: The timeout, in real time. With zero or a negative value, the function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
public func promisesSettled(timeout: Duration) async -> Bool {
  await promisesSettled(TimerInterval(timeout))
}

/// The implementation of the overloads.
private func promisesSettled(_ timeout: TimerInterval) async -> Bool {
  let context = PromiseContext.currentOrProcessWide
  if await context.waitUntilSettled(by: timeout.deadline) { return true }
  if !timeout.isNone, !Task.isCancelled {
    context.reportPending(after: "promisesSettled(timeout: \(timeout.shortDescription))")
  }
  return false
}
