import Dispatch
import CPromiseTestingLoader
import CPromiseTracingLoader

extension PromiseContext {
  /// The context that the calling code waits for: the context of its test, or the context of the process.
  static var currentOrProcessWide: PromiseContext {
    // These calls make the static linker include the initializers that register both modules before `main`.
    promise_testing_link_loader()
    promise_tracing_link_loader()
    return current ?? processWide
  }

  /// Whether every promise of the context is settled and every handler has run.
  private var isSettled: Bool { group.wait(timeout: .now()) == .success }

  /// Waits until every promise of the context is settled and every handler has run.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: Whether everything settled in time; `false` after the deadline, or if the task is canceled.
  func waitUntilSettled(by deadline: DispatchTime) async -> Bool {
    if isSettled { return true }
    // race boundary: The deadline must be now, to the nanosecond.
    guard deadline > .now() else { return false }
    return await waitUntilCalled(by: deadline) { done in group.notify(queue: .global(), execute: done) }
  }

  /// Waits until no handler of the context is enqueued or running.
  ///
  /// - Parameter deadline: When to give up.
  /// - Returns: Whether no handler is left; `false` after the deadline, or if the task is canceled.
  func waitForJobs(by deadline: DispatchTime) async -> Bool {
    await waitUntilCalled(by: deadline) { done in jobs.notify(queue: .global(), execute: done) }
  }
}

/// Suspends the calling task until the function passed to `start` is called.
///
/// - Parameters:
///   - deadline: When to give up.
///   - start: Starts the work. It receives a function to call, from any thread, when the work is done.
/// - Returns: Whether the function was called in time; `false` after the deadline, or if the task is canceled.
func waitUntilCalled(
  by deadline: DispatchTime, _ start: (@escaping @Sendable () -> Void) -> Void
) async -> Bool {
  // The promise has no context, so that no test waits for it.
  let isInTime = Promise<Bool>(site: CreationSite(#fileID, #line), context: nil)
  start { isInTime.settle(.success(true)) }
  let limit = Alarm(at: deadline, on: TestThreadPool.makeQueue()) { isInTime.settle(.success(false)) }
  defer { limit.cancel() }
  return (try? await isInTime.get()) ?? false
}

/// Suspends the calling task for a number of milliseconds of real time, even if the task is canceled.
func pause(milliseconds: Int) async {
  // The guarantee has no context, so that no test waits for it.
  let time = Guarantee<Void>(site: CreationSite(#fileID, #line), context: nil)
  TestThreadPool.makeQueue().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { time.settle(.success(())) }
  await time.get()
}
