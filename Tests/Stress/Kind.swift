import TestSupport

/// A kind of test: a race between several threads, or a deep structure.
struct Kind: Sendable {
  let name: String
  /// The number of attempts in a round.
  let count: Int
  /// Makes the attempts, and records failed expectations in the trial.
  let body: @Sendable (Trial) async -> Void

  init(_ name: String, _ count: Int, _ body: @escaping @Sendable (Trial) async -> Void) {
    self.name = name
    self.count = max(1, many(count))
    self.body = body
  }

  static var all: [Kind] {
    settling + cancelling + waiting + working + combining + iterating + timing + threads + queueing + progressing
      + depth + graphs
  }
}
