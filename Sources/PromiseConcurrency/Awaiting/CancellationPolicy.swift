/// What canceling a task that waits for a promise does to the promise.
///
/// In either case, the wait for a `Promise` ends immediately with `CancellationError`. The wait for a `Guarantee`
/// continues, because a guarantee has no error to throw.
public enum CancellationPolicy: Sendable {
  /// The waiting task stops being a consumer of the promise. The promise and its work continue.
  case leave
  /// The promise is canceled with the task, unless the promise has another consumer.
  case forward
}
