extension QueuePosition {
  /// The queue, such as `the PromiseQueue created at App/Store.swift:7`.
  var queue: String { "the PromiseQueue created at \(site.file):\(site.line)" }

  /// The queue and the running task that is not in the snapshot.
  var description: String {
    guard let unknown else { return queue }
    let reason = unknown.isCanceled ? "was canceled and has not returned" : "is not part of this snapshot"
    return "\(queue), behind the operation added at \(unknown.site.file):\(unknown.site.line), which \(reason)"
  }
}
