import Dispatch

/// The timers of the process. They share one timer of Dispatch, which fires at the first deadline.
///
/// A timer of Dispatch wakes the thread that manages timers when it is created and when it is canceled. A server creates
/// and cancels one for each request that has a limit, and nearly none of them fires: here, adding a timer that is not the
/// first, and removing one, involve no other thread.
enum SharedTimers {
  private struct State: Sendable {
    var heap = TimerHeap()
    /// The deadline of the timer of Dispatch. It may be that of a timer that has been removed.
    var armedDeadline = UInt64.max
  }

  private static let state = Lock(State())

  // Dispatch objects may be used from any thread, although they are not marked `Sendable` on every platform.
  private struct Source: @unchecked Sendable {
    let timer: any DispatchSourceTimer
  }

  private static let source = {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "swift-promises.timers"))
    timer.setEventHandler { fire() }
    timer.schedule(deadline: .distantFuture)
    timer.activate()
    return Source(timer: timer)
  }()

  /// Adds a timer.
  fileprivate static func add(_ entry: TimerHeap.Entry) {
    state.withLock { state in
      state.heap.add(entry)
      arm(&state)
    }
  }

  /// Removes a timer. Its function may still be called, by another thread.
  fileprivate static func remove(_ entry: TimerHeap.Entry) {
    _ = state.withLock { $0.heap.remove(entry) }  // released outside of the lock
  }

  /// Arms the timer of Dispatch if the first deadline is earlier. It is armed under the lock, so that the last call is that
  /// with the earliest deadline. The call does not wait for other threads.
  private static func arm(_ state: inout State) {
    guard let deadline = state.heap.firstDeadline, deadline < state.armedDeadline else { return }
    state.armedDeadline = deadline
    source.timer.schedule(deadline: DispatchTime(uptimeNanoseconds: deadline))
  }

  private static func fire() {
    let due = state.withLock { state in
      let due = state.heap.removeDue(at: DispatchTime.now().uptimeNanoseconds)
      state.armedDeadline = .max
      arm(&state)
      return due
    }
    // A function may call inline handlers, which may block. No other timer waits for them.
    for wake in due { DispatchQueue.global().async(execute: wake) }
  }
}

/// A timer that calls a function once, on a global queue. It is removed when it is released.
package final class SharedTimer: Sendable {
  private let entry: TimerHeap.Entry

  /// Adds a timer that fires after a number of nanoseconds.
  package init(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) {
    let deadline = DispatchTime.deadline(nanoseconds, after: DispatchTime.now().uptimeNanoseconds)
    entry = TimerHeap.Entry(at: deadline.uptimeNanoseconds, wake)
    SharedTimers.add(entry)
  }

  deinit { cancel() }

  /// Removes the timer. `wake` may still be running.
  package func cancel() { SharedTimers.remove(entry) }
}
