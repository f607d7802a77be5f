import Dispatch
import PromiseCore

/// What settles a pending promise, as far as the library knows. The promise's entry in the registry keeps the last one
/// that was recorded.
enum Producer: Sendable {
  /// Code that holds the resolver of the promise.
  case resolver
  /// A task with the given name.
  case task(name: String?)
  /// A task with the given name, which waits for its turn in a queue.
  case queuedTask(name: String?, queue: WeakTaskQueue)
  /// What settles another promise: this one settles after it.
  case successor(of: WeakPromise)
  /// A timer.
  case timer(TimerDeadline)
  /// The promise's handler, which is enqueued on an executor or running, since the given time of Dispatch's clock.
  case handler(HandlerExecutor, since: UInt64, isRunning: Bool)

  /// Returns what settles the promise from now on, or `nil` if the event does not tell.
  init?(_ event: PromiseEvent) {
    switch event {
    case .resolverHandedOut, .unowned: self = .resolver
    case .task(let name): self = .task(name: name)
    case .queuedTask(let name, let queue): self = .queuedTask(name: name, queue: WeakTaskQueue(queue))
    case .successor(let promise): self = .successor(of: WeakPromise(promise))
    case .timer(let delay, let source): self = .timer(TimerDeadline(delay, source: source))
    case .attempt, .waitBegan, .waitEnded, .contradicted: return nil
    }
  }
}

/// A reference that does not retain a queue of tasks.
final class WeakTaskQueue: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the queue.
  private(set) weak var queue: (any TaskQueue)?

  init(_ queue: any TaskQueue) { self.queue = queue }
}

/// The time at which a timer fires.
struct TimerDeadline: Sendable {
  /// The time on Dispatch's clock, or on the clock of `source`, in nanoseconds. `Int64.max` means never.
  private let nanoseconds: Int64
  private let source: WeakTimerSource?

  /// Creates the deadline of a timer that starts now.
  ///
  /// A source that cannot tell the time is assumed to measure it as Dispatch does.
  init(_ delay: TimerInterval, source: (any TimerSource)?) {
    let now = source?.elapsed
    self.source = now == nil ? nil : source.map(WeakTimerSource.init)
    let (sum, overflows) = delay.nanoseconds.addingReportingOverflow(now ?? Self.now)
    nanoseconds = delay.isForever || overflows ? .max : sum
  }

  /// The number of seconds until the timer fires, on the clock of the timer. Infinite if it never fires.
  var secondsLeft: Double {
    if nanoseconds == .max { return .infinity }
    // equivalent constant: Nanoseconds are not displayed.
    return Double(max(nanoseconds - (source?.source?.elapsed ?? Self.now), 0)) / 1e9
  }

  private static var now: Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
}

/// A reference that does not retain a timer source.
private final class WeakTimerSource: @unchecked Sendable {
  // Written once, by the initializer. The runtime synchronizes access with the deallocation of the source.
  private(set) weak var source: (any TimerSource)?

  init(_ source: any TimerSource) { self.source = source }
}
