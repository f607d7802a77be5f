/// Identifies the queue of ``ShuffledJobQueues`` in which a job waits. Jobs in one queue keep their order.
enum JobQueueKey: Hashable, Sendable {
  /// The main queue.
  case main
  /// A serial queue or an actor.
  case serial(ObjectIdentifier)
  /// A concurrent executor: the job has a queue of its own, and so no order with any other job.
  case independent
}
