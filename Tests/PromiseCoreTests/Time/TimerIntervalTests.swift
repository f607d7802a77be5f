import Dispatch
import PromiseCore
import TestSupport
import Testing

/// Delays are counted in 64 bits, even where `Int` has 32, and deadlines do not overflow.
@Suite(.sharingProcessors) struct TimerIntervalTests {
  @Test(
    arguments: [
      (0, 0), (-1, 0), (-.infinity, 0), (.nan, 0), (1e-9, 1),
      (3, 3_000_000_000), (3e9, 3_000_000_000_000_000_000), (1e10, .max),
      (.infinity, .max), (.greatestFiniteMagnitude, .max),
    ] as [(Double, Int64)]) func `seconds of any size convert to nanoseconds without overflow`(
      _ seconds: Double, _ length: Int64
    )
  {
    #expect(TimerInterval(seconds: seconds).nanoseconds == length)
  }

  @Test func `dispatch intervals of any size convert to nanoseconds without overflow`() {
    #expect(TimerInterval(.seconds(3)).nanoseconds == 3_000_000_000)
    #expect(TimerInterval(.milliseconds(3000)).nanoseconds == 3_000_000_000)
    #expect(TimerInterval(.microseconds(3000)).nanoseconds == 3_000_000)
    #expect(TimerInterval(.nanoseconds(7)).nanoseconds == 7)
    #expect(TimerInterval(.microseconds(.max)).nanoseconds == .max)
    #expect(TimerInterval(.seconds(.max)).nanoseconds == .max)
    #expect(TimerInterval(.seconds(.min)).nanoseconds == 0)
    #expect(TimerInterval(DispatchTimeInterval.never).nanoseconds == .max)
  }

  @Test func `durations of any size convert to nanoseconds without overflow`() {
    #expect(TimerInterval(Duration.seconds(3)).nanoseconds == 3_000_000_000)
    #expect(TimerInterval(Duration(secondsComponent: .max, attosecondsComponent: 0)).nanoseconds == .max)
    #expect(TimerInterval(Duration.seconds(-3)).nanoseconds == 0)
  }

  @Test(
    arguments: [
      (0, 0, 0), (-5, 7, 7), (5_000_000_000, 1, 5_000_000_001), (.max - 7, 7, UInt64(Int64.max)),
      (.max, 1, .max), (.max, .max, .max), (1, .max, .max),
    ] as [(Int64, UInt64, UInt64)]) func `a deadline that cannot be represented is in the distant future`(
      _ nanoseconds: Int64, _ uptime: UInt64, _ deadline: UInt64
    )
  {
    let expected = deadline == .max ? DispatchTime.distantFuture : DispatchTime(uptimeNanoseconds: deadline)
    #expect(DispatchTime.deadline(nanoseconds, after: uptime) == expected)
  }
}
