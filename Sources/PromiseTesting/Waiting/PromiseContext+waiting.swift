import Dispatch
import CPromiseTestingLoader

extension PromiseContext {
  /// The context whose promises the calling code waits for: the context of its test, or the context of the process.
  static var waitedFor: PromiseContext {
    // The reference makes a static linker include the initializer that registers this module before `main`.
    promise_testing_link_loader()
    return current ?? processWide
  }

  /// Whether every promise is settled and every handler has run.
  private var isSettled: Bool { group.wait(timeout: .now()) == .success }

  /// Waits until every promise is settled and every handler has run.
  ///
  /// - Returns: Whether that is so; `false` after the deadline, or if the task is canceled.
  func waitUntilSettled(by deadline: DispatchTime) async -> Bool {
    if isSettled { return true }
    guard deadline > .now() else { return false }
    return await waitUntilCalled(by: deadline) { done in group.notify(queue: .global(), execute: done) }
  }

  /// Waits until no work item is enqueued or runs.
  ///
  /// - Returns: Whether that is so; `false` after the deadline, or if the task is canceled.
  func waitForJobs(by deadline: DispatchTime) async -> Bool {
    await waitUntilCalled(by: deadline) { done in jobs.notify(queue: .global(), execute: done) }
  }
}

/// Waits until the function passed to `start` is called.
///
/// - Returns: Whether it was called in time; `false` after the deadline, or if the task is canceled.
func waitUntilCalled(
  by deadline: DispatchTime, _ start: (@escaping @Sendable () -> Void) -> Void
) async -> Bool {
  // Without a context, so that no test waits for it.
  let isInTime = Promise<Bool>(site: CreationSite(#fileID, #line), context: nil)
  start { isInTime.settle(.success(true)) }
  let limit = Alarm(at: deadline, on: TestThreadPool.makeQueue()) { isInTime.settle(.success(false)) }
  defer { limit.cancel() }
  return (try? await isInTime.get()) ?? false
}

/// Suspends the calling task for some time, even if it is canceled.
func pause(milliseconds: Int) async {
  await withUnsafeContinuation { continuation in
    TestThreadPool.makeQueue().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
  }
}
