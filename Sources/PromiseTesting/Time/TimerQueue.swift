/// The timers of a ``ManualClock``, in the order of their deadlines.
struct TimerQueue: Sendable {
  /// Identifies a timer, and orders timers: by deadline, then by when they were added.
  struct TimerID: Comparable, Sendable {
    let deadline: ManualClock.Instant
    fileprivate let number: Int

    static func < (a: TimerID, b: TimerID) -> Bool { (a.deadline, a.number) < (b.deadline, b.number) }
  }

  private(set) var now = ManualClock.Instant()
  private var addedCount = 0
  private var timers: [(id: TimerID, wake: @Sendable () -> Void)] = []

  /// The deadline of the first timer.
  var nextDeadline: ManualClock.Instant? { timers.first?.id.deadline }

  /// The number of timers.
  var count: Int { timers.count }

  /// Adds a timer.
  ///
  /// - Complexity: O(*n*) in the number of timers with later deadlines.
  mutating func add(at deadline: ManualClock.Instant, _ wake: @escaping @Sendable () -> Void) -> TimerID {
    let id = TimerID(deadline: deadline, number: addedCount)
    addedCount += 1
    timers.insert((id, wake), at: index(of: id))
    return id
  }

  /// Removes a timer.
  ///
  /// - Returns: Its function, for the caller to release outside the lock; `nil` if there is no such timer.
  /// - Complexity: O(*n*) in the number of timers with later deadlines.
  mutating func remove(_ id: TimerID) -> (@Sendable () -> Void)? {
    let index = index(of: id)
    guard index < timers.count, timers[index].id == id else { return nil }
    return timers.remove(at: index).wake
  }

  /// Advances the time to the next deadline, but not beyond `end`, and never back. Removes the timers that are due then.
  ///
  /// - Returns: The functions of those timers. It is empty once the time has reached `end`.
  mutating func advance(to end: ManualClock.Instant) -> [@Sendable () -> Void] {
    guard let next = nextDeadline, next <= max(end, now) else {
      now = max(now, end)
      return []
    }
    now = max(now, next)
    let count = timers.firstIndex { $0.id.deadline > now } ?? timers.count
    defer { timers.removeFirst(count) }
    return timers[..<count].map(\.wake)
  }

  /// The index of a timer, or the index at which to insert it.
  private func index(of id: TimerID) -> Int {
    var (low, high) = (0, timers.count)
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
