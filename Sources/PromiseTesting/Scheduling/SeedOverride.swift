import CPromiseCore

/// The environment variable `PROMISES_SEED`, which overrides the seeds of every shuffled test.
enum SeedOverride {
  /// The seed, or `nil` if the variable is not set or is not an integer.
  static var seed: Int? { text.flatMap { Int($0) } }

  /// The text of the variable if it is not an integer, or `nil` otherwise.
  static var invalidText: String? { seed == nil ? text : nil }

  /// The text of the variable, or `nil` if it is not set.
  private static var text: String? { promise_core_environment("PROMISES_SEED").map { String(cString: $0) } }
}
