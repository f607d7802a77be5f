/// How a test treats a promise that it leaves pending, rejected and unhandled, or abandoned.
public enum LeftoverPolicy: Sendable {
  /// The test fails.
  case error
  /// The test records a warning, and does not fail because of it.
  case warning
  /// Nothing happens, as without the trait. The test does not wait for promises that it leaves pending.
  case ignore
}
