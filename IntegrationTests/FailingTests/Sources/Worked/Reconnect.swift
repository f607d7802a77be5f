import PromiseConcurrency

/// Connects, and retries after 4, 8, 16 and 32 minutes.
///
/// - Parameter pause: The first pause, in seconds.
func reconnect(pause: Double = 240, _ connect: @escaping @Sendable () -> Promise<Void>) -> Promise<Void> {
  retry(attempts: 4, delay: .exponential(initial: pause, maximum: pause, jitter: 0)) { connect() }  // never grows
}
