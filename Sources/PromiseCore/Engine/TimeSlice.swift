import Dispatch

/// The time for which a work item may occupy an executor.
///
/// The slice begins when the work item is about to continue with its second handler, so a work item with one handler
/// does not read the clock. The level of the trampoline that runs the work item owns the slice.
struct TimeSlice {
  /// The length of a slice, in nanoseconds. The handler that is running when the slice ends may exceed it.
  private static let length: UInt64 = 400_000
  /// The time, in nanoseconds, that the handlers since the last clock reading (eight at most) must stay below for the
  /// next readings to be skipped.
  private static let quick: UInt64 = 50_000

  /// The end of the slice, in nanoseconds of uptime, or 0 until the clock has been read.
  private var deadline: UInt64 = 0
  private var lastReading: UInt64 = 0
  /// The number of handlers that may run before the clock is read again. Reading it takes as long as a short handler.
  private var credit = 0

  /// Claims time for another handler. Returns `false` if the slice has ended.
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
