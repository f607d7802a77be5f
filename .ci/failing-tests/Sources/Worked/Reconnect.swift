import PromiseConcurrency

/// Connects, and if that fails again after 4, 8, 16 and 32 minutes: within an hour.
///
/// - Parameter pause: The first pause, in seconds.
func reconnect(pause: Double = 240, _ connect: @escaping @Sendable () -> Promise<Void>) -> Promise<Void> {
  // The first pause is the longest, too: it never grows.
  retry(attempts: 4, delay: .exponential(initial: pause, maximum: pause, jitter: 0)) { connect() }
}
