/// Timers that have yet to fire, ordered by their deadlines.
///
/// This is a binary heap. (J. W. J. Williams, “Algorithm 232: Heapsort”, Communications of the ACM 7 (6), 1964.) Most timers
/// are removed long before their deadline, because what they limit has ended. Such a timer is only marked. When most
/// entries are marked, all of them are taken out together, so that removing one takes amortized O(1) and memory remains
/// proportional to the number of timers that have not been removed.
package struct TimerHeap: Sendable {
  package typealias Wake = @Sendable () -> Void

  /// A timer.
  package final class Entry: @unchecked Sendable {
    /// In nanoseconds, on the clock of the heap's owner.
    package let deadline: UInt64
    // Guarded by the lock of the heap. `nil` if the timer has fired or has been removed.
    fileprivate var wake: Wake?

    package init(at deadline: UInt64, _ wake: @escaping Wake) {
      self.deadline = deadline
      self.wake = wake
    }
  }

  /// The number of marked entries up to which they stay.
  private static let toleratedCount = 64

  private var entries: [Entry] = []
  private var markedCount = 0

  package init() {}

  /// The number of entries, for tests.
  package var count: Int { entries.count }

  /// The deadline of the first entry, which may be marked, or `nil` if there is none.
  package var firstDeadline: UInt64? { entries.first?.deadline }

  /// Adds a timer.
  ///
  /// - Complexity: O(log *n*).
  package mutating func add(_ entry: Entry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[parent].deadline > entry.deadline else { break }
      entries[index] = entries[parent]
      index = parent
    }
    entries[index] = entry
  }

  /// Removes a timer.
  ///
  /// - Returns: Its function, to be released outside of the lock, or `nil` if the timer has fired or has been removed.
  /// - Complexity: Amortized O(1).
  package mutating func remove(_ entry: Entry) -> Wake? {
    guard let wake = entry.wake.take() else { return nil }
    markedCount += 1
    if markedCount > max(Self.toleratedCount, entries.count / 2) { removeMarked() }
    return wake
  }

  /// Removes the timers whose deadline has come, and returns their functions, in the order of the deadlines.
  ///
  /// - Complexity: O(*k* log *n*), where *k* is the number of entries that are removed.
  package mutating func removeDue(at now: UInt64) -> [Wake] {
    var due: [Wake] = []
    while let first = entries.first, first.deadline <= now || first.wake == nil {
      if let wake = first.wake.take() { due.append(wake) } else { markedCount -= 1 }
      let last = entries.removeLast()
      if entries.isEmpty { break }
      entries[0] = last
      siftDown(from: 0)
    }
    return due
  }

  private mutating func removeMarked() {
    entries = entries.filter { $0.wake != nil }
    markedCount = 0
    for index in (0..<entries.count / 2).reversed() { siftDown(from: index) }
  }

  /// Moves an entry down until no child has an earlier deadline.
  private mutating func siftDown(from start: Int) {
    let entry = entries[start]
    var index = start
    while true {
      var child = 2 * index + 1
      if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline { child += 1 }
      guard child < entries.count, entries[child].deadline < entry.deadline else { break }
      entries[index] = entries[child]
      index = child
    }
    entries[index] = entry
  }
}
