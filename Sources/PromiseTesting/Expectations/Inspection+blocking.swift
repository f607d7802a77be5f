import Foundation

extension _TypedPromise {
  /// Blocks this thread until the promise is settled or the limit has passed, and inspects it.
  func blockingInspect(within seconds: Double) -> Inspection<Value> {
    let limit = Duration.clamping(seconds: seconds)
    if seconds > 0 { block(until: Date(timeIntervalSinceNow: min(seconds, 3e9))) }
    return inspect(afterWaiting: limit)
  }
}

extension Duration {
  /// Converts seconds to a duration between zero and ``longestWait``. A number that is not positive becomes zero.
  static func clamping(seconds: Double) -> Duration { seconds > 0 ? .seconds(min(seconds, 3e9)) : .zero }
}
