import Dispatch

/// How long a work item keeps an executor to itself.
struct TimeSlice {
  /// In nanoseconds, beyond the handler that is running.
  private static let length: UInt64 = 400_000
  /// If all handlers since the last reading of the clock, eight at most, have taken less than this, in nanoseconds, the next
  /// readings are skipped.
  private static let quick: UInt64 = 50_000

  /// When the slice ends, in nanoseconds of uptime; 0 until the clock has been read.
  private var deadline: UInt64 = 0
  private var lastReading: UInt64 = 0
  /// How many handlers may run before the clock is read again, because reading it takes as long as a short handler.
  private var credit = 0

  /// Spends time on another handler. Returns `false` if the slice is over.
  @inline(__always)
  mutating func spend() -> Bool {
    if credit > 0 {
      credit -= 1
      return true
    }
    return readClock()
  }

  @inline(never)
  private mutating func readClock() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    if deadline == 0 {
      deadline = now + Self.length
    } else if now >= deadline {
      return false
    } else if now - lastReading < Self.quick {
      credit = 7
    }
    lastReading = now
    return true
  }
}
