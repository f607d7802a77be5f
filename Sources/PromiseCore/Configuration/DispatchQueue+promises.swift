public import Dispatch

extension DispatchQueue {
  private static let defaultQueue = Lock<DispatchQueue>(Executor.main)

  /// The queue on which handlers run that were written in code isolated to nothing; the main queue unless set.
  ///
  /// It may be set at any time, from any thread. Handlers that are attached already stay where they are.
  ///
  /// From google/promises; PromiseKit has `conf.Q`.
  public static var promises: DispatchQueue {
    get { defaultQueue.withLock { $0 } }
    set {
      // The old one is released here, outside the lock.
      _ = defaultQueue.withLock { queue in
        defer { queue = newValue }
        return queue
      }
    }
  }
}
