import PromiseCore

/// The attempt of `retry` that a promise waits for.
///
/// It is an object so that the entries of other promises in the registry contain only a reference.
final class RetryAttempt: Sendable {
  let number: Int
  let retries: Int
  let isRunning: Bool

  init(_ number: Int, retries: Int, isRunning: Bool) {
    self.number = number
    self.retries = retries
    self.isRunning = isRunning
  }

  /// Returns the attempt that an event is about, or `nil` for another event.
  convenience init?(_ event: PromiseEvent) {
    guard case .attempt(let number, let retries, let isRunning) = event else { return nil }
    self.init(number, retries: retries, isRunning: isRunning)
  }
}
