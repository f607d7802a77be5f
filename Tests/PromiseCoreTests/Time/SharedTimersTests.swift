import Dispatch
import PromiseConcurrency
import TestSupport
import Testing

/// Timers of real time, which share one timer of Dispatch. `AfterTests` has more.
@Suite(.sharingProcessors) struct SharedTimersTests {
  private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  @Test func `no timer fires before its deadline`() async throws {
    let start = now
    let durations = (0..<200).map { ($0 * 7) % 50 }
    let ends = durations.map { duration in
      after(.milliseconds(duration)).map(on: nil) { (duration, DispatchTime.now().uptimeNanoseconds) }
    }
    for (duration, end) in await when(guarantees: ends).get() { #expect(end >= start + UInt64(duration) * 1_000_000) }
  }

  @Test func `a timer fires although the first one has been removed`() async {
    let first = after(.milliseconds(1))
    let second = after(.milliseconds(2))
    first.cancel()
    await second.get()
  }

  @Test func `a timer does not wait for the inline handler of another one`() async throws {
    let mayEnd = DispatchSemaphore(value: 0)
    let blocked = after(.milliseconds(1)).done(on: nil) { mayEnd.wait() }
    await when(guarantees: (0..<20).map { after(.milliseconds($0)) }).get()
    #expect(blocked.isPending)
    mayEnd.signal()
    await blocked.get()
  }

  @Test func `timers may be added, removed and fire on several threads at once`() async throws {
    let timers = Log<Guarantee<Void>>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 {
        let timer = after(.microseconds((number * 37 + thread) % 3_000))
        if number % 3 == 0 { timer.cancel() } else { timers(timer) }
      }
    }
    await when(guarantees: timers.entries).get()
  }
}
