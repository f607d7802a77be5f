/// The clock that the timers of a test use.
///
/// Pass it to the trait or to `withPromises`: `.promises(time: .manual)`. It applies to `after`, `delay`, `timeout`, `retry`, `until`,
/// `poll` and `get(timeout:)`.
public enum PromiseTime: Sendable {
  /// Timers fire in real time.
  case real
  /// Timers fire when the test advances ``ManualClock/current``.
  case manual
}

/// The clock of `withPromises` with a closure that takes the clock. It is always manual.
public enum ManualTime: Sendable {
  /// Timers fire when the test advances its ``ManualClock``.
  case manual
}
