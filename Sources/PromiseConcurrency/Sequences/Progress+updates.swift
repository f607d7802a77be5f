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
    // One after the other, and each as it is then: reports of several threads do not overtake each other.
    let latest = Lock<ProgressSnapshot?>(nil)
    let look: @Sendable () -> Void = { [weak self] in
      latest.withLock { latest in
        guard let snapshot = self?.snapshot, snapshot != latest else { return }
        latest = snapshot
        continuation.yield(snapshot)
      }
    }
    look()
    let number = observe(
      SafeHandler(on: nil, flags: []) { snapshot in
        if snapshot != nil { look() } else { continuation.finish() }
      })
    // Once more, for what was reported meanwhile.
    look()
    continuation.onTermination = { [weak self] _ in self?.removeHandler(number) }
    return stream
  }
}
