/// What canceling a task that waits for a promise does to the promise.
///
/// In either case, the wait for a `Promise` ends immediately with `CancellationError`. The wait for a `Guarantee`
/// continues, because a guarantee has no error to throw.
public enum CancellationPolicy: Sendable {
  /// The promise and its work continue. A task that has stopped waiting is no longer a consumer of the promise.
  case leave
  /// The promise is canceled with the task, unless the promise has another consumer.
  case forward
}
