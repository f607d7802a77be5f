package import PromiseConcurrency
import Synchronization

/// An error to fail with.
package enum TestError: Error, Equatable {
  case one
}

/// Something that happens once, and that a test waits for.
package final class Gate: Sendable {
  private let pending = Promise<Void>.pending()

  package init() {}

  // One that nobody has waited for is nothing to report.
  deinit { open() }

  /// It happens.
  package func open() { pending.resolver.fulfill() }

  /// Waits until it has happened.
  package func opened() async throws { try await pending.promise.get() }
}

/// A list that tests write to from anywhere.
package final class Log<Entry: Sendable>: Sendable {
  private let storage = Mutex<[Entry]>([])

  package init() {}

  package func callAsFunction(_ entry: Entry) { storage.withLock { $0.append(entry) } }

  package var entries: [Entry] { storage.withLock { $0 } }

  package var count: Int { entries.count }
}

/// Counts how many of the objects it made are alive.
package final class Lifetime: Sendable {
  private let count = Mutex(0)

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
  }
}

/// A promise that is pending, and a gate that opens when it is cancelled.
package struct Cancellable {
  package let promise: Promise<Int>
  package let resolver: Resolver<Int>
  package let cancelled = Gate()

  package init() {
    (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { [cancelled] in cancelled.open() }
  }
}

/// Counts, from any thread.
package final class Counter: Sendable {
  private let number: Mutex<Int>

  package init(from first: Int) { number = Mutex(first) }

  package func next() -> Int {
    number.withLock { number in
      defer { number += 1 }
      return number
    }
  }
}
