/// The clock of the timers in a test.
public enum PromiseTime: Sendable {
  /// Timers run in real time.
  case real
  /// Timers wait until the test advances ``ManualClock/current``.
  case manual
}
