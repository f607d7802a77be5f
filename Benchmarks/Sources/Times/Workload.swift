/// One operation to measure, with its implementation by each subject.
struct Workload {
  /// The name, which `--filter` matches.
  let name: String
  /// The number of chains, promises or awaits per run.
  let operations: Int
  /// Whether it runs on one processor, so that no time is spent waking another one.
  let isOnOneProcessor: Bool
  /// The subjects: this library, then the baseline, then the others.
  let subjects: [Subject]
}

/// An implementation of a workload.
struct Subject {
  /// The name of the library or technique.
  let name: String
  /// One run, which verifies its result.
  let body: Body

  /// A run is a function that blocks, or one that awaits.
  enum Body {
    case blocking(@Sendable () -> Void)
    case awaiting(@Sendable () async throws -> Void)
  }

  static func blocking(_ name: String, _ body: @escaping @Sendable () -> Void) -> Subject {
    Subject(name: name, body: .blocking(body))
  }

  static func awaiting(_ name: String, _ body: @escaping @Sendable () async throws -> Void) -> Subject {
    Subject(name: name, body: .awaiting(body))
  }
}
