import Foundation

extension _TypedPromise {
  /// Blocks this thread until the promise is settled or the limit has passed, and inspects it.
  func blockingInspect(within seconds: Double) -> Inspection<Value> {
    let limit = Delay(seconds: seconds)
    if seconds > 0 { block(until: Date(timeIntervalSinceNow: min(seconds, 3e9))) }
    return inspect(afterWaiting: limit)
  }
}
