/// Who is at work and who waits in a `PromiseQueue`, as a pure state machine.
///
/// An element *enters* once, and is admitted, told to wait, or turned away. One that waits is *called*, first in, first
/// out, when one that is at work has *ended* and *finished*; or it *leaves*, cancelled, before that. Of the two exactly one happens.
package struct QueueState<Ticket> {
  /// What becomes of an element that enters.
  package enum Admission: Equatable, Sendable {
    /// It is at work; its turn is now.
    case now
    /// It waits in this place.
    case waits(Int)
    /// There is no room.
    case refused
  }

  private let width: Int
  private let room: Int
  package private(set) var atWork = 0
  /// How many of those have ended, and are about to finish.
  private var ending = 0
  /// How many wait.
  package private(set) var waitingCount = 0
  /// Places, from `firstPlace` on. Those before `head` have been called; that of one who left is empty.
  private var places: [Ticket?] = []
  private var firstPlace = 0
  private var head = 0

  /// - Parameters:
  ///   - width: How many may be at work.
  ///   - room: How many may wait; less than none is none.
  package init(width: Int, room: Int) {
    self.width = width
    self.room = max(room, 0)
  }

  /// Those who wait, in their order. Complexity: O(*n*).
  package var waiting: [Ticket] { places[head...].compactMap { $0 } }

  /// Somebody enters. Complexity: amortised O(1).
  package mutating func enter(_ ticket: Ticket) -> Admission {
    guard atWork >= width else {
      atWork += 1
      return .now
    }
    guard waitingCount - ending < room else { return .refused }
    waitingCount += 1
    places.append(ticket)
    return .waits(firstPlace + places.count - 1)
  }

  /// Somebody who waits wants to leave; `nil` if he has been called. Complexity: O(1).
  package mutating func leave(_ place: Int) -> Ticket? {
    let index = place - firstPlace
    guard index >= head, index < places.count, let leaver = places[index].take() else { return nil }
    waitingCount -= 1
    if waitingCount == 0 { forgetPlaces(upTo: places.count) }
    return leaver
  }

  /// Somebody at work has ended, and is going to finish: there is room for one more, who waits for just that.
  package mutating func end() { ending += 1 }

  /// Somebody at work, who has ended, has finished. Returns who is called in his place. Complexity: amortised O(1).
  package mutating func finish() -> Ticket? {
    ending -= 1
    guard waitingCount > 0 else {
      atWork -= 1
      return nil
    }
    var next: Ticket?
    while next == nil {
      next = places[head].take()
      head += 1
    }
    waitingCount -= 1
    if waitingCount == 0 {
      forgetPlaces(upTo: places.count)
    } else if head >= 1024, head * 2 > places.count {
      forgetPlaces(upTo: head)
    }
    return next
  }

  /// Places that nobody waits in any more. Each is given once, so those that follow go on counting.
  private mutating func forgetPlaces(upTo end: Int) {
    places.removeFirst(end)
    firstPlace += end
    head = 0
  }
}

extension QueueState: Sendable where Ticket: Sendable {}
