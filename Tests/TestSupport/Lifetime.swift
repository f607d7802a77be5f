import PromiseCore

/// Creates objects, and counts how many of them are alive.
package final class Lifetime: Sendable {
  private let count = Lock(0)

  package init() {}

  /// The number of objects that are alive.
  package var alive: Int { count.withLock { $0 } }

  /// Creates an object that is counted until it is deallocated.
  package func object() -> Object { Object(self) }

  /// An object that its ``Lifetime`` counts while it is alive.
  package final class Object: Sendable {
    private let lifetime: Lifetime

    fileprivate init(_ lifetime: Lifetime) {
      self.lifetime = lifetime
      lifetime.count.withLock { $0 += 1 }
    }

    deinit { lifetime.count.withLock { $0 -= 1 } }

    /// Keeps the object alive until this call.
    package func touch() {}
  }
}
