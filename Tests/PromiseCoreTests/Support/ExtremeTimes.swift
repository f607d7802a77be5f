import Dispatch

/// Zero, negative and extreme times: each has a defined meaning, none traps and none hangs.
enum ExtremeTimes {
  /// Times that are zero, negative, not a number, or too short to measure.
  static let none: [Double] = [
    0, -0.0, -1, -.infinity, .nan, -.nan, .signalingNaN, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-12,
  ]
  static let noIntervals: [DispatchTimeInterval] = [
    .seconds(0), .seconds(-1), .seconds(.min), .milliseconds(.min), .microseconds(.min), .nanoseconds(.min),
    .nanoseconds(0), .nanoseconds(1),
  ]
  static let noDurations: [Duration] = [
    .zero, .seconds(-1), .nanoseconds(-1), .seconds(Int64.min), Duration(secondsComponent: 0, attosecondsComponent: 1),
    Duration(secondsComponent: 0, attosecondsComponent: .min),
  ]

  /// Times that no test can wait for. The last is the longest that the library passes to Dispatch.
  static let long: [Double] = [.infinity, .greatestFiniteMagnitude, 1e30, 1e10, 9_223_372_036.854775]
  static let longIntervals: [DispatchTimeInterval] = [
    .never, .seconds(.max), .milliseconds(.max), .microseconds(.max), .nanoseconds(.max), .nanoseconds(.max - 1),
  ]
  static let longDurations: [Duration] = [
    .seconds(Int64.max), .seconds(Int64.max) + .milliseconds(999), .seconds(9_223_372_036),
  ]
}
