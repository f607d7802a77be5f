import Dispatch
import PromiseCore

/// A pool of serial queues for independent jobs. A job has a queue to itself while it runs, so it may block.
///
/// A queue is used again when its job has ended. Destroying a queue enqueues the destructors of its queue-specific values
/// on a global queue, where they would pile up while tests occupy the threads of the cooperative pool.
final class QueuePool: Sendable {
  typealias Job = @Sendable () -> Void

  private let idle = Lock<[DispatchQueue]>([])
  private let makeQueue: @Sendable () -> DispatchQueue

  /// Creates a pool, which is empty at first.
  ///
  /// - Parameter makeQueue: Called when no queue is idle.
  init(_ makeQueue: @escaping @Sendable () -> DispatchQueue) { self.makeQueue = makeQueue }

  /// Runs `job` on an idle queue, and then `completion`, which must not block.
  ///
  /// A job that `completion` enqueues usually runs on the same thread, without waking another one.
  func run(_ job: @escaping Job, completion: @escaping Job) {
    let queue = idle.withLock { $0.popLast() } ?? makeQueue()
    queue.async { [self] in
      job()
      idle.withLock { $0.append(queue) }
      completion()
    }
  }
}
