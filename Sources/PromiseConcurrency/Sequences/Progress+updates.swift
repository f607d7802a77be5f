extension PromiseProgress {
  /// The snapshots of this progress, beginning with the present one. The stream ends when the promise has settled.
  ///
  /// ```swift
  /// for await snapshot in promise.progress.updates { bar.value = snapshot.fractionCompleted }
  /// ```
  ///
  /// A slow reader misses intermediate snapshots, but never the last one, and never sees an older snapshot after a newer
  /// one.
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
