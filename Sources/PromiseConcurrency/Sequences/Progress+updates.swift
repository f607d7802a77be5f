extension PromiseProgress {
  /// The snapshots of this progress as an asynchronous sequence, starting with the current one.
  ///
  /// ```swift
  /// for await snapshot in promise.progress.updates { bar.value = snapshot.fractionCompleted }
  /// ```
  ///
  /// The stream ends when the promise settles, regardless of its outcome. It buffers only the newest snapshot: a slow
  /// consumer misses intermediate snapshots, but never the last one, and never receives an older snapshot after a newer
  /// one. Each access creates an independent stream. Ending an iteration does not affect the promise.
  public var updates: AsyncStream<ProgressSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(of: ProgressSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    let number = observe(
      startsWithSnapshot: true,
      Handler(on: nil, flags: []) { snapshot in
        if let snapshot { continuation.yield(snapshot) } else { continuation.finish() }
      })
    continuation.onTermination = { [weak self] _ in self?.removeHandler(number) }
    return stream
  }
}
