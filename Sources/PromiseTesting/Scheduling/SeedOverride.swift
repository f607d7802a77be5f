import CPromiseCore

/// The environment variable `PROMISES_SEED`, which overrides the seeds of every shuffled test.
enum SeedOverride {
  /// The seed; `nil` if the variable is not set or is not a whole number.
  static var seed: Int? { text.flatMap { Int($0) } }

  /// The text of the variable if it is not a whole number.
  static var invalidText: String? { seed == nil ? text : nil }

  private static var text: String? { promise_core_environment("PROMISES_SEED").map { String(cString: $0) } }
}
