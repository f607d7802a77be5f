import TestSupport
import Testing

@testable import PromiseTesting

/// The timers of a clock that is moved by hand: a pure state machine.
struct SleepersTests {
  private func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }

  /// Moves to `end`, and gives the moments at which somebody was woken, with who.
  private func moments(_ sleepers: inout Sleepers, to end: Int, _ log: Log<String>) -> [String] {
    var moments: [String] = []
    while true {
      let due = sleepers.move(to: at(end))
      if due.isEmpty { return moments }
      let before = log.count
      for wake in due { wake() }
      moments.append("\(sleepers.now.offset): \(log.entries[before...].joined(separator: " "))")
    }
  }

  @Test func theyAreWokenInTheOrderOfTheirDeadlines() {
    let log = Log<String>()
    var sleepers = Sleepers()
    for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("a'", 1), ("d", 4)] {
      _ = sleepers.add(at: at(seconds)) { log(name) }
    }
    #expect(sleepers.nextDeadline == at(1))
    #expect(moments(&sleepers, to: 3, log) == ["1.0 seconds: a a'", "2.0 seconds: b", "3.0 seconds: c"])
    #expect(sleepers.now == at(3))
    #expect(sleepers.count == 1)
  }

  @Test func timeStandsAtTheEndWhenNobodyIsLeft() {
    var sleepers = Sleepers()
    #expect(sleepers.move(to: at(5)).isEmpty)
    #expect(sleepers.now == at(5))
  }

  @Test func timeDoesNotGoBack() {
    let log = Log<String>()
    var sleepers = Sleepers()
    #expect(moments(&sleepers, to: 5, log).isEmpty)
    _ = sleepers.add(at: at(3)) { log("late") }
    #expect(moments(&sleepers, to: 1, log) == ["5.0 seconds: late"])
    #expect(moments(&sleepers, to: -1, log).isEmpty)
    #expect(sleepers.now == at(5))
  }

  @Test func whoWasRemovedIsNotWoken() {
    let log = Log<String>()
    let lifetime = Lifetime()
    var sleepers = Sleepers()
    let keys = (0..<5).map { number in
      let object = lifetime.object()
      return sleepers.add(at: at(number / 2)) {
        object.touch()
        log("\(number)")
      }
    }
    for number in [1, 4] { #expect(sleepers.remove(keys[number]) != nil) }
    #expect(sleepers.remove(keys[1]) == nil)
    #expect(lifetime.alive == 3)
    #expect(moments(&sleepers, to: 9, log) == ["0.0 seconds: 0", "1.0 seconds: 2 3"])
    #expect(sleepers.remove(keys[2]) == nil)
    #expect(lifetime.alive == 0)
  }
}
