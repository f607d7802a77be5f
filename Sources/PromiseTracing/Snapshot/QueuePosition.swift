/// What a promise whose task waits for its turn in a queue waits for.
struct QueuePosition: Sendable {
  /// A running task of the queue whose promise is not in the snapshot.
  struct Unknown: Sendable {
    let site: PromiseSite
    /// Whether the promise has settled. The promise of a task that has not returned settles only by cancellation.
    let isCanceled: Bool
  }

  /// The site at which the queue was created.
  let site: PromiseSite
  /// The first of the running tasks whose promises are not in the snapshot.
  let unknown: Unknown?
}
