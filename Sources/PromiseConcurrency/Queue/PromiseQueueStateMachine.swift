/// The running and waiting elements of a `PromiseQueue`, as a pure state machine.
///
/// An element *enters* once. It then runs, waits, or is refused. A waiting element is *called*, first in, first out,
/// when a running element has *ended* and *finished*; or it *leaves* earlier, because it was canceled. Exactly one of
/// the two happens.
///
/// ```
///         enter            end          finish
///  new ──────────▶ running ────▶ ending ───────▶ finished
///   │ │               ▲
///   │ │  enter        │ finish of another element
///   │ └──────────▶ waiting ────▶ left
///   │    enter            leave
///   └────────────▶ refused
/// ```
///
/// Invariants:
///
/// - `runningCount` is the number of elements that are running or ending, at most `width`. An element waits only while
///   `runningCount` equals `width`: `finish` passes the position of an element on to a waiting one, if any.
/// - `waitingCount` is the number of entries that are not empty. The entries are in ascending order of their numbers,
///   and all entries before `head` are empty.
/// - `end` and `finish` are called once for each element that runs, in this order, even if it was canceled.
///
/// The lock of the `PromiseQueue` guards the state machine. `enter` and `finish` take amortized O(1), `leave` takes
/// amortized O(log *n*). An entry retains its element until the element is called or leaves.
package struct PromiseQueueStateMachine<Ticket> {
  /// The result of entering an element.
  package enum Admission: Equatable, Sendable {
    /// The element runs now.
    case now
    /// The element waits. The number identifies it.
    case waits(Int)
    /// The element is refused, because the number of waiting elements has reached its limit.
    case refused
  }

  /// The entry of a waiting element. It is empty when the element has been called or has left.
  fileprivate struct Entry {
    /// The number that `enter(_:)` returned.
    let number: Int
    var ticket: Ticket?
  }

  /// The maximum number of running elements.
  private let width: Int
  /// The maximum number of waiting elements, not counting those that are about to be called.
  private let maxWaiting: Int
  /// The number of elements that are running or ending.
  package private(set) var runningCount = 0
  /// The number of running elements that have ended and are about to finish.
  private var ending = 0
  /// The number of waiting elements.
  package private(set) var waitingCount = 0
  /// The entries in the order of their numbers. All entries before `head` are empty.
  private var entries: [Entry] = []
  /// The index of the first entry that may not be empty.
  private var head = 0
  /// The number of the next element that waits.
  private var nextNumber = 0

  /// Creates an empty state machine.
  ///
  /// - Parameters:
  ///   - width: The maximum number of running elements.
  ///   - maxWaiting: The maximum number of waiting elements. A negative value means zero.
  package init(width: Int, maxWaiting: Int) {
    self.width = width
    self.maxWaiting = max(maxWaiting, 0)
  }

  /// The waiting elements, in order.
  ///
  /// - Complexity: O(*n*).
  package var waiting: [Ticket] { entries[head...].compactMap(\.ticket) }

  /// The number of entries for which memory is allocated.
  package var capacity: Int { entries.capacity }

  /// Enters an element, and returns whether it runs, waits or is refused.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func enter(_ ticket: Ticket) -> Admission {
    guard runningCount >= width else {
      runningCount += 1
      return .now
    }
    guard waitingCount - ending < maxWaiting else { return .refused }
    waitingCount += 1
    entries.append(Entry(number: nextNumber, ticket: ticket))
    nextNumber += 1
    return .waits(nextNumber - 1)
  }

  /// Removes a waiting element and returns it, or returns `nil` if the element has already been called or has left.
  ///
  /// - Complexity: O(log *n*), amortized.
  package mutating func leave(_ number: Int) -> Ticket? {
    guard let index = index(of: number), let removed = entries[index].ticket.take() else { return nil }
    waitingCount -= 1
    removeEmptyEntries()
    return removed
  }

  /// Records that a running element has ended and is about to finish. From now on, one more element may wait, because
  /// it will take the position of this one.
  package mutating func end() { ending += 1 }

  /// Retires an element that has ended. Returns the waiting element that is called next, if any.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func finish() -> Ticket? {
    ending -= 1
    guard waitingCount > 0 else {
      runningCount -= 1
      return nil
    }
    var next: Ticket?
    while next == nil {
      next = entries[head].ticket.take()
      head += 1
    }
    waitingCount -= 1
    removeEmptyEntries()
    return next
  }

  /// Returns the index of the entry with a number, found by binary search.
  private func index(of number: Int) -> Int? {
    var (low, high) = (head, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }

  /// Removes the empty entries when they are more than half of all entries. At most as many entries are moved as have
  /// become empty since the last time, so the cost per entry is constant on average.
  private mutating func removeEmptyEntries() {
    // equivalent boundary: When it begins to save memory.
    // equivalent constant: When it begins to save memory.
    guard entries.count >= 32, entries.count > waitingCount * 2 else { return }
    entries = entries[head...].filter { $0.ticket != nil }
    head = 0
  }
}

extension PromiseQueueStateMachine.Entry: Sendable where Ticket: Sendable {}
extension PromiseQueueStateMachine: Sendable where Ticket: Sendable {}
