/// What a test makes of a promise that it leaves behind in a bad state.
public enum LeftoverPolicy: Sendable {
  /// The test fails.
  case error
  /// The test says so, and does not fail for it.
  case warning
  /// Nothing: as without the trait. What is left running is not waited for.
  case ignore
}
