import Dispatch
import PromiseCore

extension HandlerExecutor {
  /// The name of the executor, as the object of "on".
  var name: String {
    if isMain { return "the main queue" }
    return switch base {
    case .queue(let queue): Self.name(of: queue)
    case .queueWithFlags(let target): Self.name(of: target.queue)
    case .actor(let reference): "the actor \(type(of: reference.actor))"
    case .task, .inline, .adoption, .scoped: "the thread that settles the promise"
    }
  }

  /// The name of the executor if handlers wait there for their turn, or `nil` for one that does not enqueue them.
  var nameOfQueue: String? {
    switch base {
    case .queue, .queueWithFlags, .actor: name
    case .task, .inline, .adoption, .scoped: nil
    }
  }

  private static func name(of queue: DispatchQueue) -> String {
    let label = queue.label
    return label.isEmpty ? "a queue without a label" : "the queue \(Words.line(label))"
  }

  /// The identity of the executor, or `nil` if its handlers do not block each other.
  var executorIdentity: ExecutorIdentity? {
    // On Linux each `DispatchQueue.main` is a different object.
    if isMain { return .mainQueue }
    if case .queue(let queue) = base, queue.label.hasPrefix("com.apple.root.") { return nil }
    return identity.map(ExecutorIdentity.other)
  }
}
