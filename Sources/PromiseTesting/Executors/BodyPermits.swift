import Foundation

/// Limits the number of test bodies that run concurrently on systems without task executors, so that bodies that block
/// leave a thread to the tasks that supervise them.
enum BodyPermits {
  private static let limit = Lock(
    AdaptiveConcurrencyLimit<@Sendable () -> Void>(limit: max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)))

  /// Waits for a permit, and then runs `body`.
  static func run<Value>(_ body: () async -> Value) async -> Value {
    // uncovered: The tests run with task executors, which older systems lack.
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      limit.withLock { $0.enqueue { continuation.resume() } }?()
    }
    let value = await body()
    limit.withLock { $0.releasePermit() }?()
    return value
  }
}
