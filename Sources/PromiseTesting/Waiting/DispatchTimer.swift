import Dispatch

/// A timer that fires in time however many threads the tests block, because its queue is its own.
struct DispatchTimer: @unchecked Sendable {
  // Dispatch objects may be used from any thread, although not every platform marks them as `Sendable`.
  private let source = DispatchSource.makeTimerSource(queue: TestThreadPool.makeQueue())

  /// Creates a timer that calls `fire` once.
  init(at deadline: DispatchTime, _ fire: @escaping @Sendable () -> Void) {
    source.schedule(deadline: deadline)
    source.setEventHandler(handler: fire)
    source.activate()
  }

  func stop() { source.cancel() }
}
