public import Dispatch
import Synchronization

extension DispatchQueue {
  /// The queue on which handlers run that were written in code isolated to nothing; the main queue unless set.
  ///
  /// It may be set at any time, from any thread. Handlers that are attached already stay where they are. For a part of
  /// the code alone there is ``withPromiseQueue(_:_:)-(_,()throws->R)``.
  ///
  /// From google/promises; PromiseKit has `conf.Q`.
  public static var promises: DispatchQueue {
    get { DefaultQueue.here ?? Executor.main }
    set { DefaultQueue.set(newValue) }
  }
}

/// Runs `body` with another default queue for the handlers that it attaches.
///
/// ```swift
/// withPromiseQueue(worker) { load().map { parse($0) }.done { store($0) } }
/// ```
///
/// The queue is the default of this call and of the tasks it starts, but not of handlers: they run later, when the call
/// is over.
///
/// - Parameters:
///   - queue: The default queue; `nil`: handlers run at once, on the thread that settles the promise.
///   - body: Called at once.
/// - Returns: What `body` returns.
public func withPromiseQueue<R>(_ queue: DispatchQueue?, _ body: () throws -> R) rethrows -> R {
  try DefaultQueue.$scope.withValue(DefaultQueue.scoped(queue), operation: body)
}

/// Runs an `async` `body` with another default queue for the handlers that it attaches.
///
/// As the form that is not `async`.
public func withPromiseQueue<R>(
  _ queue: DispatchQueue?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async rethrows -> R {
  try await DefaultQueue.$scope.withValue(DefaultQueue.scoped(queue), operation: body)
}

/// The default queue, process-wide and scoped. `nil` stands for no queue at all: inline.
enum DefaultQueue {
  struct Scoped: Sendable {
    let queue: DispatchQueue?
  }

  @TaskLocal fileprivate static var scope: Scoped?

  private static let processWide = Lock<DispatchQueue?>(Executor.main)
  /// Whether there has ever been a scope, so that most programs need not look for one.
  private static let hasScopes = Atomic(false)

  fileprivate static func scoped(_ queue: DispatchQueue?) -> Scoped {
    lookForScopes()
    return Scoped(queue: queue)
  }

  /// From now on there may be another one for a part of the code.
  static func lookForScopes() { hasScopes.store(true, ordering: .relaxed) }

  /// The one that counts for the code that runs.
  static var here: DispatchQueue? {
    if hasScopes.load(ordering: .relaxed) {
      if let scope { return scope.queue }
      if let queue = Scope.current?.host?.queue { return queue }
    }
    return processWide.withLock { $0 }
  }

  static func set(_ queue: DispatchQueue?) {
    // The old one is released here, outside the lock.
    _ = processWide.withLock { current in
      defer { current = queue }
      return current
    }
  }
}
