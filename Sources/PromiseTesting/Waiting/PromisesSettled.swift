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
/// - Parameter timeout: The timeout, in seconds of real time. The default is 10. With zero or a negative value, the
///   function returns immediately.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@discardableResult
public func promisesSettled(timeout: Double = 10) async -> Bool {
  await PromiseContext.currentOrProcessWide.waitUntilSettled(by: Delay(seconds: timeout).deadline)
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
  await PromiseContext.currentOrProcessWide.waitUntilSettled(by: Delay(timeout).deadline)
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
  await PromiseContext.currentOrProcessWide.waitUntilSettled(by: Delay(timeout).deadline)
}
