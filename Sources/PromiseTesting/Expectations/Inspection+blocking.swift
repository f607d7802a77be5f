import Foundation

extension TypedPromise {
  /// Blocks the calling thread until the promise is settled or the limit has passed, and returns the state of the
  /// promise.
  ///
  /// - Parameters:
  ///   - seconds: The limit, in seconds. With zero or a negative value, the function does not wait.
  ///   - site: The site of the call that waits.
  func blockingInspect(within seconds: Double, _ site: CreationSite) -> Inspection<Value> {
    let limit = TimerInterval(seconds: seconds)
    // equivalent constant: The limit only avoids an overflow, a century from now.
    if seconds > 0 { any.block(until: Date(timeIntervalSinceNow: min(seconds, 3e9)), site) }
    return inspect(afterWaiting: limit)
  }
}
