/// Identifies the queue of ``ShuffledJobQueues`` in which a job waits. Jobs in the same queue keep their order.
enum JobQueueKey: Hashable, Sendable {
  /// The main queue.
  case main
  /// A serial queue or an actor, identified by its address.
  case serial(ObjectIdentifier)
  /// A concurrent executor. Each job gets its own queue, and has no order relative to any other job.
  case independent
}
