import Dispatch

/// Returns the time of a monotonic clock, in nanoseconds.
public func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Returns the running time of `body`, in nanoseconds.
public func timed(_ body: () throws -> Void) rethrows -> Double {
  let start = nanoseconds()
  try body()
  return Double(nanoseconds() - start)
}
