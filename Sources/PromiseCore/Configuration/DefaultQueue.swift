public import Dispatch
import CPromiseCore

extension DispatchQueue {
  /// The queue on which handlers run that were written in code isolated to nothing; the main queue unless set.
  ///
  /// It may be set at any time, from any thread. Handlers that are attached already stay where they are. For a part of
  /// the code alone there is ``PromiseCore/withPromiseQueue(_:_:)``.
  ///
  /// From google/promises; PromiseKit has `conf.Q`.
  public static var promises: DispatchQueue {
    get { DefaultQueue.current ?? HandlerExecutor.mainQueue }
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
  try DefaultQueue.$override.withValue(DefaultQueue.override(with: queue), operation: body)
}

/// Runs an `async` `body` with another default queue for the handlers that it attaches.
///
/// As the form that is not `async`.
public func withPromiseQueue<R>(
  _ queue: DispatchQueue?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async rethrows -> R {
  try await DefaultQueue.$override.withValue(DefaultQueue.override(with: queue), operation: body)
}

/// The default queue, process-wide and scoped. `nil` stands for no queue at all: inline.
@usableFromInline
enum DefaultQueue {
  struct Override: Sendable {
    let queue: DispatchQueue?
  }

  @TaskLocal fileprivate static var override: Override?

  private static let processWide = Lock<DispatchQueue?>(HandlerExecutor.mainQueue)

  fileprivate static func override(with queue: DispatchQueue?) -> Override {
    noteOverride()
    return Override(queue: queue)
  }

  /// Notes that a part of the code may have another default queue from now on.
  static func noteOverride() { promise_core_note_queue_override() }

  /// The default queue of the running code.
  @usableFromInline
  static var current: DispatchQueue? {
    if promise_core_has_queue_overrides() {
      if let override { return override.queue }
      if let queue = PromiseContext.current?.instrument?.handlerQueue { return queue }
    }
    return processWide.withLock { $0 }
  }

  @usableFromInline
  static func set(_ queue: DispatchQueue?) {
    // The old one is released here, outside the lock.
    _ = processWide.withLock { current in
      defer { current = queue }
      return current
    }
  }
}
