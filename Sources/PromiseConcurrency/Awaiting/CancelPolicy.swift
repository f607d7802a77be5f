/// What the cancellation of a task that waits for a promise means for that promise.
public enum CancelPolicy: Sendable {
  /// The waiter leaves; the promise and the work behind it go on.
  case leave
  /// The waiter leaves, and if it was the last who wanted the promise, the promise is cancelled.
  case forward
}
