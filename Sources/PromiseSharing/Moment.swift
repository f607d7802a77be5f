import CPromiseCore

/// A moment in the past, on the virtual clock of a test or on a clock that also runs while the system sleeps.
struct Moment: Sendable {
  private let nanoseconds: Int64
  /// The clock of the test, or `nil`.
  private let clock: (any TimerSource)?

  /// The current moment, for the code of `context`.
  static func now(in context: PromiseContext?) -> Moment {
    if let clock = context?.instrument?.timers, let elapsed = clock.elapsed {
      return Moment(nanoseconds: elapsed, clock: clock)
    }
    return Moment(nanoseconds: promise_core_time_with_sleep(), clock: nil)
  }

  /// The number of seconds that have passed since this moment.
  var age: Double { Double((clock?.elapsed ?? promise_core_time_with_sleep()) - nanoseconds) / 1e9 }
}
