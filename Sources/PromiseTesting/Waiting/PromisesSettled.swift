import Dispatch

/// Waits until every promise of this test is settled and every handler has run, without blocking a thread.
///
/// ```swift
/// model.refresh()
/// #expect(await promisesSettled(timeout: .seconds(1)))
/// #expect(model.items.count == 3)
/// ```
///
/// In a test with the trait `.promises` these are the promises of that test alone; elsewhere, every promise of the
/// process that belongs to no such test. To be used in `async` code; ``waitForPromises(timeout:)-(Double)`` is the same
/// for other code.
///
/// - Parameter timeout: How long to wait, in real time; 10 seconds unless given. Zero or less: looks, and does not wait.
/// - Returns: Whether all is quiet; `false` if time ran out, or the task was cancelled.
@discardableResult
public func promisesSettled(timeout: Duration = .seconds(10)) async -> Bool {
  await (Scope.current ?? .processWide).settled(until: .now.advanced(by: min(timeout, .seconds(3_000_000_000))))
}

extension Scope {
  /// Waits until all is quiet. Returns whether it is; `false` when time is up or the task is cancelled.
  @discardableResult
  func settled(until deadline: ContinuousClock.Instant) async -> Bool {
    if group.wait(timeout: .now()) == .success { return true }
    guard deadline > .now else { return false }
    return await waits(until: deadline) { done in group.notify(queue: .global(), execute: done) }
  }

  /// Waits until no handler is on its way. Returns whether that was in time.
  func jobsDone(by deadline: ContinuousClock.Instant) async -> Bool {
    await waits(until: deadline) { done in jobs.notify(queue: .global(), execute: done) }
  }
}

/// Waits until somebody calls the function that `start` is given. Returns whether that was in time, and the task was not
/// cancelled.
func waits(
  until deadline: ContinuousClock.Instant, _ start: (@escaping @Sendable () -> Void) -> Void
) async -> Bool {
  // Of no test: nobody is to wait for it.
  let isOver = Promise<Bool>(origin: Origin(#fileID, #line), scope: nil)
  start { isOver.settle(.success(true)) }
  let limit = Task(executorPreference: GuardianExecutor()) {
    try await ContinuousClock().sleep(until: deadline)
    isOver.settle(.success(false))
  }
  defer { limit.cancel() }
  return (try? await isOver.get()) ?? false
}
