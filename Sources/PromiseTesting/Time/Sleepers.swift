/// The timers of a clock that is moved by hand: who is to be woken when.
struct Sleepers: Sendable {
  /// A timer, to remove it by.
  struct Key: Comparable, Sendable {
    let deadline: ManualClock.Instant
    fileprivate let number: Int

    static func < (a: Key, b: Key) -> Bool { (a.deadline, a.number) < (b.deadline, b.number) }
  }

  private(set) var now = ManualClock.Instant()
  private var added = 0
  /// In the order of their deadlines, and of their coming.
  private var timers: [(key: Key, wake: @Sendable () -> Void)] = []

  /// When the next one is due.
  var nextDeadline: ManualClock.Instant? { timers.first?.key.deadline }

  /// How many there are.
  var count: Int { timers.count }

  /// Complexity: O(*n*) in the number of timers that are due later.
  mutating func add(at deadline: ManualClock.Instant, _ wake: @escaping @Sendable () -> Void) -> Key {
    let key = Key(deadline: deadline, number: added)
    added += 1
    timers.insert((key, wake), at: index(of: key))
    return key
  }

  /// Returns who will not be woken: to be released outside the lock. Complexity: as `add`.
  mutating func remove(_ key: Key) -> (@Sendable () -> Void)? {
    let index = index(of: key)
    guard index < timers.count, timers[index].key == key else { return nil }
    return timers.remove(at: index).wake
  }

  /// Moves the time to the next deadline, but not beyond `end`, and not back. Returns who is due then; nobody, once the
  /// time has come to `end`.
  mutating func move(to end: ManualClock.Instant) -> [@Sendable () -> Void] {
    guard let next = nextDeadline, next <= max(end, now) else {
      now = max(now, end)
      return []
    }
    now = max(now, next)
    let count = timers.firstIndex { $0.key.deadline > now } ?? timers.count
    defer { timers.removeFirst(count) }
    return timers[..<count].map(\.wake)
  }

  /// Where a timer is, or would be.
  private func index(of key: Key) -> Int {
    var (low, high) = (0, timers.count)
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
