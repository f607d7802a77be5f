import Foundation
import PromiseConcurrency
import PromiseCore
import TestSupport

/// Runs several functions at the same time, each on a separate thread, once for each attempt.
///
/// The threads wait for each other before each attempt. Each then waits for a short random time.
func clash(_ trial: Trial, _ roles: @Sendable (_ number: Int) -> Void...) async {
  let arrivals = Arrivals()
  await onThreads(roles.count) { role in
    for number in 0..<trial.count {
      arrivals.meet((number + 1) * roles.count)
      var chance = trial.chance(number, for: role + 1)
      spin(chance.below(100)) { true }
      roles[role](number)
      trial.step()
    }
  }
}

private final class Arrivals: Sendable {
  private let number = Counter()

  /// Counts the calling thread, and returns when `all` threads have been counted.
  func meet(_ all: Int) {
    number.next()
    spin { number.value < all }
  }
}

/// Spins for a number of rounds, but only while the condition holds.
func spin(_ rounds: Int, while condition: () -> Bool) {
  let round = Counter()
  while round.next() + 1 <= rounds, condition() {}
}

/// Spins while the condition holds. Returns without the delay of a sleep.
func spin(while condition: () -> Bool) {
  var rounds = 0
  while condition() {
    rounds += 1
    // The machine may have fewer cores than there are threads.
    if rounds % 200 == 0 { sched_yield() }
  }
}

/// A value that one thread passes to another.
final class Handoff<Value: Sendable>: Sendable {
  private let storage: Lock<Value?>

  init(_ value: Value? = nil) { storage = Lock(value) }

  func put(_ value: Value) { storage.withLock { $0 = value } }

  /// Waits for a value, removes it and returns it.
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

/// A promise that one thread creates, and that another thread cancels while its work is running.
struct CanceledWork<Value: Sendable>: Sendable {
  let promise = Handoff<Promise<Value>>()
  /// Counts the work that is running.
  let crowd = Crowd()
  /// Counts the thread that is about to cancel the promise.
  let arrival = Counter()
}
