import Foundation
import PromiseConcurrency
import Synchronization
import TestSupport

/// Plays several roles at the same time, as nearly as can be, each on a thread of its own, once for each attempt.
///
/// The threads wait for each other before each attempt, and then each waits as long as chance says, which is not long.
func clash(_ trial: Trial, _ roles: @Sendable (_ number: Int) -> Void...) async {
  let arrivals = Arrivals()
  await onThreads(roles.count) { role in
    for number in 0..<trial.count {
      arrivals.meet((number + 1) * roles.count)
      var chance = trial.chance(number, for: role + 1)
      dawdle(chance.below(100)) { true }
      roles[role](number)
      trial.goesOn()
    }
  }
}

private final class Arrivals: Sendable {
  private let number = Atomic(0)

  /// Returns when so many have come, of whom this is one.
  func meet(_ all: Int) {
    number.add(1, ordering: .acquiringAndReleasing)
    idle { number.load(ordering: .acquiring) < all }
  }
}

/// Wastes a little time, as long as there is reason to.
func dawdle(_ rounds: Int, while hasReason: () -> Bool) {
  let round = Atomic(0)
  while round.add(1, ordering: .relaxed).newValue <= rounds, hasReason() {}
}

/// Waits, and is back at once, when there is no reason to any more.
func idle(while hasReason: () -> Bool) {
  var rounds = 0
  while hasReason() {
    rounds += 1
    // Perhaps there are fewer cores than threads.
    if rounds % 200 == 0 { sched_yield() }
  }
}

/// Something that one thread leaves for another.
final class Handoff<Value: Sendable>: Sendable {
  private let storage: Mutex<Value?>

  init(_ value: Value? = nil) { storage = Mutex(value) }

  func leave(_ value: Value) { storage.withLock { $0 = value } }

  /// Takes it, and leaves nothing. Waits until there is something.
  func take() -> Value {
    var rounds = 0
    while true {
      let value = storage.withLock { storage in
        defer { storage = nil }
        return storage
      }
      if let value { return value }
      rounds += 1
      if rounds % 200 == 0 { sched_yield() }
    }
  }
}

/// A number that is counted from several threads.
final class Counter: Sendable {
  private let number = Atomic(0)

  func add() { number.add(1, ordering: .acquiringAndReleasing) }

  var value: Int { number.load(ordering: .acquiring) }
}

/// What is made, and cancelled while it is at work.
struct Cancelled<Value: Sendable>: Sendable {
  let whole = Handoff<Promise<Value>>()
  /// What it makes on its way.
  let crowd = Crowd()
  /// Whoever is about to cancel it has come.
  let arrival = Counter()
}
