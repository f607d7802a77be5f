import Foundation

/// Limits how many bodies of tests run at a time on a system whose tasks have no executors, so that bodies that block leave a thread
/// to the tasks that supervise them.
enum BodyPermits {
  private static let limit = Lock(
    AdaptiveConcurrencyLimit<@Sendable () -> Void>(limit: max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)))

  /// Runs `body` when it gets a permit.
  static func run<Value>(_ body: () async -> Value) async -> Value {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      limit.withLock { $0.enqueue { continuation.resume() } }?()
    }
    let value = await body()
    limit.withLock { $0.releasePermit() }?()
    return value
  }
}
