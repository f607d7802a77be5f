import PromiseCore

/// Counts how many of the objects it made are alive.
package final class Lifetime: Sendable {
  private let count = Lock(0)

  package init() {}

  /// How many are alive.
  package var alive: Int { count.withLock { $0 } }

  /// An object that is counted as long as it lives.
  package func object() -> Object { Object(self) }

  package final class Object: Sendable {
    private let lifetime: Lifetime

    fileprivate init(_ lifetime: Lifetime) {
      self.lifetime = lifetime
      lifetime.count.withLock { $0 += 1 }
    }

    deinit { lifetime.count.withLock { $0 -= 1 } }

    /// Keeps the object alive up to here.
    package func touch() {}
  }
}
