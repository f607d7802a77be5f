/// Who is at work and who waits in a `PromiseQueue`, as a pure state machine.
///
/// An element *enters* once, and is admitted, told to wait, or turned away. One that waits is *called*, first in, first
/// out, when one that is at work has *finished*; or it *leaves*, cancelled, before that. Of the two exactly one happens.
package struct QueueState<Ticket> {
  /// What becomes of an element that enters.
  package enum Admission: Equatable, Sendable {
    /// It is at work; its turn is now.
    case now
    /// It waits under this number.
    case waits(Int)
    /// There is no room.
    case refused
  }

  private let width: Int
  private let room: Int
  package private(set) var atWork = 0
  /// Those who wait, under the numbers from `head` up to `tail`; of those who left, the number is missing.
  private var waiting: [Int: Ticket] = [:]
  private var head = 0
  private var tail = 0

  /// - Parameters:
  ///   - width: How many may be at work.
  ///   - room: How many may wait.
  package init(width: Int, room: Int) {
    self.width = width
    self.room = room
  }

  /// How many wait.
  package var waitingCount: Int { waiting.count }

  /// Somebody enters.
  package mutating func enter(_ ticket: Ticket) -> Admission {
    guard atWork >= width else {
      atWork += 1
      return .now
    }
    guard waiting.count < room else { return .refused }
    defer { tail += 1 }
    waiting[tail] = ticket
    return .waits(tail)
  }

  /// Somebody who waits wants to leave; `nil` if he has been called.
  package mutating func leave(_ number: Int) -> Ticket? { waiting.removeValue(forKey: number) }

  /// Somebody at work has finished. Returns who is called in his place. Complexity: amortised O(1).
  package mutating func finish() -> Ticket? {
    while head < tail {
      defer { head += 1 }
      if let next = waiting.removeValue(forKey: head) { return next }
    }
    atWork -= 1
    return nil
  }
}

extension QueueState: Sendable where Ticket: Sendable {}
