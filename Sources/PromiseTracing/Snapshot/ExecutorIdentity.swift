/// Identifies an executor whose handlers may block each other.
enum ExecutorIdentity: Sendable, Hashable {
  /// The main queue, or the main actor.
  case mainQueue
  /// A queue that the program has created, or an actor. A concurrent queue is one too, although its handlers block each
  /// other only as barriers.
  case other(ObjectIdentifier)
}
