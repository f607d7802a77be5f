/// The elements of a `PromiseQueue` that are at work or waiting, as a pure state machine.
///
/// An element *enters* once. It is then at work, waits, or is refused. An element that waits is *called*, first in, first
/// out, after an element at work has *ended* and *finished*; or it *leaves* before that, because it was canceled. Exactly
/// one of the two happens.
package struct PromiseQueueStateMachine<Ticket> {
  /// What happens to an element that enters.
  package enum Admission: Equatable, Sendable {
    /// The element is at work now.
    case now
    /// The element waits, under this number.
    case waits(Int)
    /// There is no room for the element.
    case refused
  }

  /// The entry of an element that waits. It is empty when the element has been called or has left.
  fileprivate struct Entry {
    let number: Int
    var ticket: Ticket?
  }

  private let width: Int
  private let room: Int
  /// The number of elements at work.
  package private(set) var atWork = 0
  /// The number of elements at work that have ended and are about to finish.
  private var ending = 0
  /// The number of elements that wait.
  package private(set) var waitingCount = 0
  /// The entries in the order of their numbers. All entries before `head` are empty.
  private var entries: [Entry] = []
  private var head = 0
  private var nextNumber = 0

  /// - Parameters:
  ///   - width: The number of elements that may be at work.
  ///   - room: The number of elements that may wait. A negative value means zero.
  package init(width: Int, room: Int) {
    self.width = width
    self.room = max(room, 0)
  }

  /// The elements that wait, in order.
  ///
  /// - Complexity: O(*n*).
  package var waiting: [Ticket] { entries[head...].compactMap(\.ticket) }

  /// The number of entries for which memory is allocated.
  package var capacity: Int { entries.capacity }

  /// An element enters.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func enter(_ ticket: Ticket) -> Admission {
    guard atWork >= width else {
      atWork += 1
      return .now
    }
    guard waitingCount - ending < room else { return .refused }
    waitingCount += 1
    entries.append(Entry(number: nextNumber, ticket: ticket))
    nextNumber += 1
    return .waits(nextNumber - 1)
  }

  /// An element that waits wants to leave. Returns it, or `nil` if it has been called or has left before.
  ///
  /// - Complexity: O(log *n*), amortized.
  package mutating func leave(_ number: Int) -> Ticket? {
    guard let index = index(of: number), let leaver = entries[index].ticket.take() else { return nil }
    waitingCount -= 1
    removeEmptyEntries()
    return leaver
  }

  /// An element at work has ended and is about to finish. From now on there is room for one more that waits for that.
  package mutating func end() { ending += 1 }

  /// An element that has ended has finished. Returns the element that is called instead, if one waits.
  ///
  /// - Complexity: Amortized O(1).
  package mutating func finish() -> Ticket? {
    ending -= 1
    guard waitingCount > 0 else {
      atWork -= 1
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

  /// The index of the entry with a number, found by binary search.
  private func index(of number: Int) -> Int? {
    var (low, high) = (head, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }

  /// Removes the empty entries when they are more than half of all. At most as many entries are moved as have become empty
  /// since the last time, so the cost for each is constant on average.
  private mutating func removeEmptyEntries() {
    guard entries.count >= 32, entries.count > waitingCount * 2 else { return }
    entries = entries[head...].filter { $0.ticket != nil }
    head = 0
  }
}

extension PromiseQueueStateMachine.Entry: Sendable where Ticket: Sendable {}
extension PromiseQueueStateMachine: Sendable where Ticket: Sendable {}
