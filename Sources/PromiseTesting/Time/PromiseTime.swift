/// By whose time the timers of a test run.
public enum PromiseTime: Sendable {
  /// By the time of the machine.
  case real
  /// By that of a ``ManualClock``, which stands still until the test moves it: ``ManualClock/current``.
  case manual
}
