#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What whoever runs the tests has to say.
enum Environment {
  /// The seed for every shuffled test.
  static var seed: Int? { text.flatMap { Int($0) } }

  /// What was said instead of one.
  static var seedThatIsNone: String? { seed == nil ? text : nil }

  private static var text: String? { getenv("PROMISES_SEED").map { String(cString: $0) } }
}
