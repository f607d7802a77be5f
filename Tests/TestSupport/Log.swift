import PromiseCore

/// A list that tests append to from any thread.
package final class Log<Entry: Sendable>: Sendable {
  private let storage = Lock<[Entry]>([])

  package init() {}

  package func callAsFunction(_ entry: Entry) { storage.withLock { $0.append(entry) } }

  package var entries: [Entry] { storage.withLock { $0 } }

  package var count: Int { entries.count }
}
