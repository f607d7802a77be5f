package import PromiseConcurrency
import Synchronization

/// An error for tests.
package enum TestError: Error, Equatable {
  case one
}

/// An event that happens once and that a test can await.
package final class Gate: Sendable {
  private let pending = Promise<Void>.pending()

  package init() {}

  // Fulfills the promise, so that an unused gate is not reported as abandoned.
  deinit { open() }

  /// Signals the event.
  package func open() { pending.resolver.fulfill() }

  /// Returns when the event has happened.
  package func opened() async throws { try await pending.promise.get() }
}

/// A list that tests can append to from any thread.
package final class Log<Entry: Sendable>: Sendable {
  private let storage = Mutex<[Entry]>([])

  package init() {}

  package func callAsFunction(_ entry: Entry) { storage.withLock { $0.append(entry) } }

  package var entries: [Entry] { storage.withLock { $0 } }

  package var count: Int { entries.count }
}

/// Counts the live objects that it has created.
package final class Lifetime: Sendable {
  private let count = Mutex(0)

  package init() {}

  /// The number of live objects.
  package var alive: Int { count.withLock { $0 } }

  /// Returns an object that is counted until it is deallocated.
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

/// A pending promise, and a gate that opens when the promise is canceled.
package struct Cancellable {
  package let promise: Promise<Int>
  package let resolver: Resolver<Int>
  package let cancelled = Gate()

  package init() {
    (promise, resolver) = Promise<Int>.pending()
    resolver.onCancel { [cancelled] in cancelled.open() }
  }
}

/// A counter that can be used from any thread.
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
