import TestSupport
import Testing

@testable import PromiseTesting

@Suite(.sharingProcessors) struct TimerQueueTests {
  @Test func `a closed queue keeps no timers`() {
    var timers = TimerQueue()
    _ = timers.add(at: ManualClock.Instant(nanoseconds: 1)) {}
    #expect(timers.close().count == 1)
    #expect(timers.isClosed && timers.count == 0 && timers.nextDeadline == nil)
  }

  private func at(_ seconds: Int) -> ManualClock.Instant { ManualClock.Instant(offset: .seconds(seconds)) }

  /// Advances to `end`, and returns the times at which timers fired, each with the names of the timers.
  private func advance(_ timers: inout TimerQueue, to end: Int, _ log: Log<String>) -> [String] {
    var steps: [String] = []
    while true {
      let due = timers.advance(to: at(end))
      if due.isEmpty { return steps }
      let before = log.count
      for wake in due { wake() }
      steps.append("\(timers.now.offset): \(log.entries[before...].joined(separator: " "))")
    }
  }

  @Test func `timers fire in the order of their deadlines`() {
    let log = Log<String>()
    var timers = TimerQueue()
    for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("a'", 1), ("d", 4)] {
      _ = timers.add(at: at(seconds)) { log(name) }
    }
    #expect(timers.nextDeadline == at(1))
    #expect(advance(&timers, to: 3, log) == ["1.0 seconds: a a'", "2.0 seconds: b", "3.0 seconds: c"])
    #expect(timers.now == at(3))
    #expect(timers.count == 1)
  }

  @Test func `without timers the time advances to the end`() {
    var timers = TimerQueue()
    #expect(timers.advance(to: at(5)).isEmpty)
    #expect(timers.now == at(5))
  }

  @Test func `the time never goes back`() {
    let log = Log<String>()
    var timers = TimerQueue()
    #expect(advance(&timers, to: 5, log).isEmpty)
    _ = timers.add(at: at(3)) { log("late") }
    #expect(advance(&timers, to: 1, log) == ["5.0 seconds: late"])
    #expect(advance(&timers, to: -1, log).isEmpty)
    #expect(timers.now == at(5))
  }

  @Test func `a removed timer does not fire and releases what it captures`() {
    let log = Log<String>()
    let lifetime = Lifetime()
    var timers = TimerQueue()
    let ids = (0..<5).map { number in
      let object = lifetime.object()
      return timers.add(at: at(number / 2)) {
        object.touch()
        log("\(number)")
      }
    }
    for number in [1, 4] { #expect(timers.remove(ids[number]) != nil) }
    #expect(timers.remove(ids[1]) == nil)
    #expect(lifetime.alive == 3)
    #expect(advance(&timers, to: 9, log) == ["0.0 seconds: 0", "1.0 seconds: 2 3"])
    #expect(timers.remove(ids[2]) == nil)
    #expect(lifetime.alive == 0)
  }
}
