package import Dispatch

/// The length of a timer, and the source of time that measures it. Every argument is valid, including negative and
/// infinite ones.
package struct TimerInterval: Sendable {
  /// The length in nanoseconds. Zero means no delay, and `Int64.max` means forever. (`Int` may have 32 bits, which hold
  /// 2.1 s.)
  package let nanoseconds: Int64
  /// The source of timers. `nil` means the instrument of the test, or else Dispatch.
  package let timers: (any TimerSource)?

  /// A delay of length zero.
  static let none = TimerInterval(nanoseconds: 0)

  /// Creates a delay in nanoseconds. A negative length counts as zero.
  package init(nanoseconds: Int64, timers: (any TimerSource)? = nil) {
    self.nanoseconds = max(nanoseconds, 0)
    self.timers = timers
  }

  /// Creates a delay in seconds, rounded to nanoseconds. A negative length and NaN count as zero, and a length beyond
  /// `Int64.max` nanoseconds as forever.
  package init(seconds: Double, timers: (any TimerSource)? = nil) {
    let nanoseconds = (seconds * 1e9).rounded()
    // NaN fails both comparisons, so it means no delay.
    self.init(
      nanoseconds: nanoseconds >= Double(Int64.max) ? .max : nanoseconds > 0 ? Int64(nanoseconds) : 0, timers: timers)
  }

  /// Creates a delay from a Dispatch time interval.
  package init(_ interval: DispatchTimeInterval) {
    switch interval {
    case .seconds(let count): self.init(Int64(count), of: 1_000_000_000)
    case .milliseconds(let count): self.init(Int64(count), of: 1_000_000)
    case .microseconds(let count): self.init(Int64(count), of: 1_000)
    case .nanoseconds(let count): self.init(nanoseconds: Int64(count))
    case .never: self.init(nanoseconds: .max)
    @unknown default: self.init(nanoseconds: .max)
    }
  }

  /// Creates a delay of `count` units of `unit` nanoseconds each. A length that overflows counts as forever.
  private init(_ count: Int64, of unit: Int64) {
    let (nanoseconds, overflows) = max(count, 0).multipliedReportingOverflow(by: unit)
    self.init(nanoseconds: overflows ? .max : nanoseconds)
  }

  /// The length in seconds. It is infinite if the timer never fires.
  package var seconds: Double { isForever ? .infinity : Double(nanoseconds) / 1e9 }

  /// Whether the length is zero.
  package var isNone: Bool { nanoseconds == 0 }

  /// Whether the timer never fires.
  package var isForever: Bool { nanoseconds == .max }
}

extension DispatchTime {
  /// Returns the instant `nanoseconds` after `uptime`, which is in nanoseconds as well, or `distantFuture` if Dispatch
  /// cannot represent it.
  package static func deadline(_ nanoseconds: Int64, after uptime: UInt64) -> DispatchTime {
    let (sum, overflows) = uptime.addingReportingOverflow(UInt64(max(nanoseconds, 0)))
    // Dispatch interprets a value with the highest bit set as a time of another clock.
    return overflows || sum > Int64.max ? .distantFuture : DispatchTime(uptimeNanoseconds: sum)
  }
}
