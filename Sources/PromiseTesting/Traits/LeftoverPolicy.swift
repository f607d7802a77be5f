/// How a test treats a promise that it leaves pending, rejected and unhandled, or abandoned.
///
/// Pass a policy to `.promises(pending:unhandled:abandoned:)`. Each of the three has its own policy; the default is
/// ``error``.
public enum LeftoverPolicy: Sendable {
  /// The test records an issue and fails.
  case error
  /// The test records a warning, which does not fail it.
  ///
  /// Before Swift 6.3, Swift Testing has no warnings, and the test records a known issue instead.
  case warning
  /// Nothing is recorded or printed. Only a `PromiseDiagnostics.handler` that the program has set is called,
  /// as in a test without the trait.
  ///
  /// With `pending: .ignore`, the test does not wait for promises that are still pending when its body returns. It
  /// still waits for handlers that are enqueued or running. If its manual clock has timers then, which nothing fires
  /// any more, the test cancels its pending promises.
  case ignore
}
