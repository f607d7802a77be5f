/// One thing that is done, and how everybody does it.
struct Workload {
  /// The name, as for `--filter`.
  let name: String
  /// How many chains, promises or awaits one run has.
  let operations: Int
  /// Whether it runs on one processor only, so that no time goes by in waking another one.
  let isOnOneProcessor: Bool
  /// Ours first, then the baseline, then others.
  let subjects: [Subject]
}

/// Somebody who does it.
struct Subject {
  /// Who.
  let name: String
  /// One run, which checks what came out.
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
