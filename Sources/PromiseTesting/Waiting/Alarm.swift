import Dispatch

/// A timer of Dispatch, which fires on a queue of its own although other threads are blocked.
struct Alarm: @unchecked Sendable {
  // Dispatch objects may be used from any thread, although they are not marked `Sendable` on every platform.
  private let source: any DispatchSourceTimer

  /// Creates a timer that calls `wake` once, at `deadline`, on `queue`.
  init(at deadline: DispatchTime, on queue: DispatchQueue, _ wake: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: deadline)
    source.setEventHandler(handler: wake)
    source.activate()
  }

  /// Removes the timer. `wake` may still be running.
  func cancel() { source.cancel() }
}
