import Dispatch

extension TimerInterval {
  /// The length in whole seconds or in milliseconds, such as `2 s` or `200 ms`, for messages.
  var shortDescription: String {
    if isForever { return "forever" }
    if nanoseconds % 1_000_000_000 == 0 { return "\(nanoseconds / 1_000_000_000) s" }
    let milliseconds = Double(nanoseconds) / 1e6
    return Int64(exactly: milliseconds).map { "\($0) ms" } ?? "\(milliseconds) ms"
  }

  /// The instant at which the delay ends if it begins now.
  var deadline: DispatchTime { .deadline(nanoseconds, after: DispatchTime.now().uptimeNanoseconds) }
}
