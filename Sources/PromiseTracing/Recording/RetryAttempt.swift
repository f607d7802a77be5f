import PromiseCore

/// The attempt of `retry` that a promise waits for.
///
/// It is an object so that the entries of other promises in the registry contain only a reference.
final class RetryAttempt: Sendable, CustomStringConvertible {
  private let number: Int
  private let retries: Int
  private let isRunning: Bool

  init(_ number: Int, retries: Int, isRunning: Bool) {
    self.number = number
    self.retries = retries
    self.isRunning = isRunning
  }

  /// Returns the attempt that an event is about, or `nil` for another event.
  convenience init?(_ event: ProducerEvent) {
    guard case .attempt(let number, let retries, let isRunning) = event else { return nil }
    self.init(number, retries: retries, isRunning: isRunning)
  }

  /// The number of the attempt and of all attempts, such as `in attempt 2 of 4`.
  var description: String {
    let total = retries == .max ? "" : " of \(Words.number(max(retries, 0) + 1))"
    return "\(isRunning ? "in" : "before") attempt \(Words.number(number))\(total)"
  }
}
