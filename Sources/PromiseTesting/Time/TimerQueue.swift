/// The timers of a ``ManualClock``, in the order of their deadlines.
struct TimerQueue: Sendable {
  /// Identifies a timer and determines its position: by deadline, then by the order in which timers were added.
  struct TimerID: Comparable, Sendable {
    /// The time at which the timer fires.
    let deadline: ManualClock.Instant
    /// The number of timers that were added before this one.
    fileprivate let number: Int

    static func < (a: TimerID, b: TimerID) -> Bool { (a.deadline, a.number) < (b.deadline, b.number) }
  }

  /// The current time, which never decreases.
  private(set) var now = ManualClock.Instant()
  private var addedCount = 0
  /// The timers in ascending order of their identifiers, each with the function to call when it fires, and the one to
  /// call if the queue is closed before.
  private var timers: [(id: TimerID, wake: @Sendable () -> Void, cancel: @Sendable () -> Void)] = []

  /// The deadline of the next timer, or `nil` if there is none.
  var nextDeadline: ManualClock.Instant? { timers.first?.id.deadline }

  /// Whether the queue has been closed. It must get no timers then.
  private(set) var isClosed = false

  /// The number of timers that have not fired.
  var count: Int { timers.count }

  /// Adds a timer.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the timer fires.
  ///   - wake: The function to call when the timer fires.
  ///   - cancel: The function to call if the queue is closed before.
  /// - Returns: The identifier of the timer, with which to remove it.
  /// - Complexity: O(*n*) in the number of timers with later deadlines.
  mutating func add(
    at deadline: ManualClock.Instant, _ wake: @escaping @Sendable () -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) -> TimerID {
    let id = TimerID(deadline: deadline, number: addedCount)
    addedCount += 1
    timers.insert((id, wake, cancel), at: index(of: id))
    return id
  }

  /// Removes a timer.
  ///
  /// - Returns: The functions of the timer, for the caller to release outside of the lock, or `nil` if there is no such
  ///   timer.
  /// - Complexity: O(*n*) in the number of timers with later deadlines.
  mutating func remove(_ id: TimerID) -> (wake: @Sendable () -> Void, cancel: @Sendable () -> Void)? {
    let index = index(of: id)
    guard index < timers.count, timers[index].id == id else { return nil }
    let timer = timers.remove(at: index)
    return (timer.wake, timer.cancel)
  }

  /// Advances the time to the next deadline, but not beyond `end`, and removes the timers that fire then. The time
  /// never goes back.
  ///
  /// - Parameters:
  ///   - end: The latest time to advance to.
  ///   - movesToEnd: Whether to advance to `end` if no timer fires until then.
  /// - Returns: The functions of the timers that fire. The array is empty if no timer fires until `end`.
  mutating func advance(to end: ManualClock.Instant, movesToEnd: Bool = true) -> [@Sendable () -> Void] {
    guard let next = nextDeadline, next <= max(end, now) else {
      if movesToEnd { now = max(now, end) }
      return []
    }
    now = max(now, next)
    let count = timers.firstIndex { $0.id.deadline > now } ?? timers.count
    defer { timers.removeFirst(count) }
    return timers[..<count].map(\.wake)
  }

  /// Closes the queue, and removes all timers.
  ///
  /// - Returns: The functions of the timers that have not fired. The caller calls `cancel` outside of the lock.
  mutating func close() -> [(wake: @Sendable () -> Void, cancel: @Sendable () -> Void)] {
    isClosed = true
    defer { timers = [] }
    return timers.map { ($0.wake, $0.cancel) }
  }

  /// Returns the index of a timer, or the index at which to insert it.
  ///
  /// - Complexity: O(log *n*) in the number of timers.
  private func index(of id: TimerID) -> Int {
    var (low, high) = (0, timers.count)
    while low < high {
      let middle = (low + high) / 2
      if timers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
