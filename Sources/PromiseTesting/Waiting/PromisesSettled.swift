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
/// - Parameter timeout: The limit, in real time. Zero or a negative value returns immediately. The default is 10 seconds.
/// - Returns: Whether everything is settled; `false` after the timeout, or if the task is canceled.
@discardableResult
public func promisesSettled(timeout: DispatchTimeInterval = .seconds(10)) async -> Bool {
  await PromiseContext.waitedFor.waitUntilSettled(by: Delay(timeout).deadline)
}
