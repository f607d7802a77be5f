/// The timers of a clock. Each timer is a task that sleeps.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
private final class ClockTimers: TimerSource {
  private let clock: any Clock<Duration>

  init(_ clock: any Clock<Duration>) { self.clock = clock }

  /// The instants of a clock have no common origin, so this clock cannot tell the time.
  var elapsed: Int64? { nil }

  /// Starts a task that sleeps and then calls `wake`. Returns a function that cancels the task.
  func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let task = Task { [clock] in
      try? await clock.sleep(for: .nanoseconds(nanoseconds))
      wake()  // even if the timer has been removed, which the caller must expect
    }
    return { task.cancel() }
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TimerInterval {
  /// Creates a delay of a duration, measured by `clock`, or by Dispatch if that is `nil`.
  package init(_ duration: Duration, clock: (any Clock<Duration>)? = nil) {
    self.init(nanoseconds: duration.nanoseconds, timers: clock.map(Self.timers))
  }

  /// Returns the timers of a clock. A clock that does not need a task per timer may be a `TimerSource` itself.
  static func timers(of clock: any Clock<Duration>) -> any TimerSource {
    clock as? any TimerSource ?? ClockTimers(clock)
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
  /// The length in nanoseconds, rounded to the nearest integer and clamped to the range of `Int64`.
  package var nanoseconds: Int64 {
    // Durations of more than 2⁶³ seconds have no components.
    let (seconds, attoseconds) = min(max(self, .seconds(Int64.min / 2)), .seconds(Int64.max / 2)).components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(
      (attoseconds + attoseconds.signum() * 500_000_000) / 1_000_000_000)
    return overflows || exceeds ? (seconds < 0 ? .min : .max) : sum
  }
}
