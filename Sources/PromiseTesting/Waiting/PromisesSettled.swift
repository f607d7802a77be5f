public import Dispatch

/// Waits until every promise of the test is settled and every handler has run, without blocking a thread.
///
/// ```swift
/// model.refresh()
/// #expect(await promisesSettled(timeout: .seconds(1)))
/// #expect(model.items.count == 3)
/// ```
///
/// In a test with the trait `.promises`, it waits for the promises of that test alone; elsewhere, for every promise of
/// the process that belongs to no such test. For `async` code; ``waitForPromises(timeout:)-(Double)`` is for other code.
///
/// - Parameter timeout: The limit, in seconds of real time. Zero or a negative value returns immediately. The default is 10.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@discardableResult
public func promisesSettled(timeout: Double = 10) async -> Bool {
  await PromiseContext.waitedFor.waitUntilSettled(by: Delay(seconds: timeout).deadline)
}

/// Waits until every promise of the test is settled and every handler has run, with a limit in Dispatch's units.
///
/// See ``promisesSettled(timeout:)-(Double)``.
@discardableResult
public func promisesSettled(timeout: DispatchTimeInterval) async -> Bool {
  await PromiseContext.waitedFor.waitUntilSettled(by: Delay(timeout).deadline)
}

/// Waits until every promise of the test is settled and every handler has run, for a duration.
///
/// See ``promisesSettled(timeout:)-(Double)``.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@discardableResult @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func promisesSettled(timeout: Duration) async -> Bool {
  await PromiseContext.waitedFor.waitUntilSettled(by: Delay(timeout).deadline)
}
