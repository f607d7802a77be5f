import Dispatch
import PromiseCore
import TestSupport
import Testing

/// Delays are counted in 64 bits, even where `Int` has 32, and deadlines do not overflow.
@Suite(.sharingProcessors) struct TimerTests {
  @Test(
    arguments: [
      (0, 0), (-1, 0), (-.infinity, 0), (.nan, 0), (1e-9, 1),
      (3, 3_000_000_000), (3e9, 3_000_000_000_000_000_000), (1e10, .max),
      (.infinity, .max), (.greatestFiniteMagnitude, .max),
    ] as [(Double, Int64)]) func `seconds of any size convert to nanoseconds without overflow`(
      _ seconds: Double, _ length: Int64
    )
  {
    #expect(Delay(seconds: seconds).nanoseconds == length)
  }

  @Test func `dispatch intervals of any size convert to nanoseconds without overflow`() {
    #expect(Delay(.seconds(3)).nanoseconds == 3_000_000_000)
    #expect(Delay(.milliseconds(3000)).nanoseconds == 3_000_000_000)
    #expect(Delay(.microseconds(3000)).nanoseconds == 3_000_000)
    #expect(Delay(.nanoseconds(7)).nanoseconds == 7)
    #expect(Delay(.microseconds(.max)).nanoseconds == .max)
    #expect(Delay(.seconds(.max)).nanoseconds == .max)
    #expect(Delay(.seconds(.min)).nanoseconds == 0)
    #expect(Delay(DispatchTimeInterval.never).nanoseconds == .max)
  }

  @Test func `durations of any size convert to nanoseconds without overflow`() {
    #expect(Delay(Duration.seconds(3)).nanoseconds == 3_000_000_000)
    #expect(Delay(Duration(secondsComponent: .max, attosecondsComponent: 0)).nanoseconds == .max)
    #expect(Delay(Duration.seconds(-3)).nanoseconds == 0)
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
