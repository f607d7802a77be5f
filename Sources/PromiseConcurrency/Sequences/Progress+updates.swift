extension PromiseProgress {
  /// The snapshots from now on, the present one first; ends when the promise is settled.
  ///
  /// ```swift
  /// for await snapshot in promise.progress.updates { bar.value = snapshot.fractionCompleted }
  /// ```
  ///
  /// Who is slow misses those in between, and never the last one.
  public var updates: AsyncStream<ProgressSnapshot> {
    let (stream, continuation) = AsyncStream.makeStream(of: ProgressSnapshot.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(snapshot)
    observe(
      SafeHandler(on: nil, flags: []) { snapshot in
        if let snapshot { continuation.yield(snapshot) } else { continuation.finish() }
      })
    return stream
  }
}
