import Dispatch

/// The time of a clock that never goes back, in nanoseconds.
public func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// How long `body` takes, in nanoseconds.
public func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = nanoseconds()
  try body()
  return Double(nanoseconds() - start)
}
