/// What canceling a task that waits for a promise does to the promise.
public enum CancellationPolicy: Sendable {
  /// Ends the wait. The promise and its work go on.
  case leave
  /// Ends the wait, and cancels the promise if it has no other consumer.
  case forward
}
