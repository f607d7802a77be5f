import PromiseCore

/// What a promise whose task waits for its turn in a queue waits for.
struct QueuePosition: Sendable {
  /// A running task of the queue whose promise is not in the snapshot.
  struct Unknown: Sendable {
    let site: CreationSite
    /// Whether the promise has settled. The promise of a task that has not returned settles only by cancellation.
    let isCanceled: Bool
  }

  /// The site at which the queue was created.
  let site: CreationSite
  /// The first of the running tasks whose promises are not in the snapshot.
  let unknown: Unknown?

  /// The queue, such as `the PromiseQueue created at App/Store.swift:7`.
  var queue: String { "the PromiseQueue created at \(site.file):\(site.line)" }

  /// The queue and the running task that is not in the snapshot.
  var description: String {
    guard let unknown else { return queue }
    let reason = unknown.isCanceled ? "was canceled and has not returned" : "is not part of this snapshot"
    return "\(queue), behind the operation added at \(unknown.site.file):\(unknown.site.line), which \(reason)"
  }
}
