import Dispatch
import PromiseCore
import Testing

/// Delays are counted in 64 bits, also where `Int` has 32, and deadlines do not overflow.
struct DelayTests {
  @Test(
    arguments: [
      (0, .none), (-1, .none), (-.infinity, .none), (.nan, .none), (1e-9, .nanoseconds(1)),
      (3, .nanoseconds(3_000_000_000)), (3e9, .nanoseconds(3_000_000_000_000_000_000)), (1e10, .forever),
      (.infinity, .forever), (.greatestFiniteMagnitude, .forever),
    ] as [(Double, Delay.Length)]) func `seconds of any size have a length`(_ seconds: Double, _ length: Delay.Length)
  {
    #expect(Delay(seconds: seconds).length == length)
  }

  @Test func `intervals of any size have a length`() {
    #expect(Delay(.seconds(3)).length == .nanoseconds(3_000_000_000))
    #expect(Delay(.milliseconds(3000)).length == .nanoseconds(3_000_000_000))
    #expect(Delay(.nanoseconds(7)).length == .nanoseconds(7))
    #expect(Delay(.seconds(.max)).length == .forever)
    #expect(Delay(.seconds(.min)).length == .none)
    #expect(Delay(DispatchTimeInterval.never).length == .forever)
  }

  @Test func `durations of any size have a length`() {
    #expect(Delay(Duration.seconds(3)).length == .nanoseconds(3_000_000_000))
    #expect(Delay(Duration(secondsComponent: .max, attosecondsComponent: 0)).length == .forever)
    #expect(Delay(Duration.seconds(-3)).length == .none)
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
