public import Dispatch

extension DispatchQueue {
  /// The queue on which handlers run if they are written in nonisolated code. The default is the main queue.
  ///
  /// A server writes `DispatchQueue.promises = .global()`, once: see <doc:WhereHandlersRun>. This property may be read and
  /// set at any time, from any thread. Setting it does not affect handlers that are already attached. Use
  /// ``PromiseCore/withPromiseQueue(_:_:)`` to set the queue for only part of your code, and
  /// ``PromiseCore/setPromiseQueue(_:)`` to run handlers inline. While handlers run inline, this property is the main
  /// queue.
  public static var promises: DispatchQueue {
    get { DefaultQueue.current ?? HandlerExecutor.mainQueue }
    set { DefaultQueue.set(newValue) }
  }
}

/// Sets the queue on which handlers run that are written in nonisolated code, for the whole process.
///
/// With a queue, this function does the same as setting `DispatchQueue.promises`. With `nil`, handlers run as with `on: nil`:
/// on the thread that settles the promise, before the call that settles it returns or, if the promise has settled
/// already, inside the call that attaches the handler. So a handler must be short and must not block, and no code may
/// settle a promise, or attach a handler, while it holds a lock that the handler takes. The body of `retry` or `until`, and
/// the load of a `SharedPromise` or a `PromiseCache`, may then run inside the call that starts it. Handlers that are
/// isolated to an actor, or that have an `on:` argument, run where they run otherwise.
///
/// You can call this function at any time, from any thread. It does not affect handlers that are already attached. In the
/// scope of ``withPromiseQueue(_:_:)``, the queue of that scope remains the default.
///
/// - Parameter queue: The default queue, or `nil` to run handlers inline.
public func setPromiseQueue(_ queue: DispatchQueue?) { DefaultQueue.set(queue) }

/// Runs a function with a different default queue for the handlers that it attaches.
///
/// ```swift
/// withPromiseQueue(worker) { load().map { parse($0) }.done { store($0) } }
/// ```
///
/// The queue is also the default in the tasks that the function starts, and in the handlers that it attaches, wherever
/// they run: what these attach runs on the queue as well. A promise that the function settles does not take the queue
/// along: the handlers that other code has attached to it keep the default of that code.
///
/// - Parameters:
///   - queue: The default queue, or `nil` to run handlers inline, on the thread that settles the promise.
///   - body: The function to run. It is called immediately, on the current thread.
/// - Returns: The value that `body` returns.
/// - Throws: The error that `body` throws.
public func withPromiseQueue<R>(_ queue: DispatchQueue?, _ body: () throws -> R) rethrows -> R {
  try DefaultQueue.$override.withValue(DefaultQueue.override(with: queue), operation: body)
}

/// Runs an `async` function with a different default queue for the handlers that it attaches.
///
/// The queue is also the default in the tasks that the function starts, and in the handlers that it attaches, wherever
/// they run.
///
/// - Parameters:
///   - queue: The default queue, or `nil` to run handlers inline, on the thread that settles the promise.
///   - isolation: The actor on which this call runs. The default is the actor of the caller.
///   - body: The function to run, in the current task.
/// - Returns: The value that `body` returns.
/// - Throws: The error that `body` throws.
public func withPromiseQueue<R>(
  _ queue: DispatchQueue?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
) async rethrows -> R {
  try await DefaultQueue.$override.withValue(DefaultQueue.override(with: queue), operation: body)
}

/// The default queue, for the process and for a scope. `nil` means that handlers run inline.
@usableFromInline
package enum DefaultQueue {
  /// The default queue of a scope.
  final class Override: Sendable {
    fileprivate let queue: DispatchQueue?

    init(_ queue: DispatchQueue?) { self.queue = queue }
  }

  /// The default queue of the current scope. It takes precedence over the default queue of the process.
  @TaskLocal fileprivate static var override: Override?

  /// The default queue of the process.
  private static let processWide = Lock<DispatchQueue?>(HandlerExecutor.mainQueue)

  /// Returns an override for a scope, which handlers take with them.
  fileprivate static func override(with queue: DispatchQueue?) -> Override {
    enableOverrides()
    return Override(queue)
  }

  /// Enables the lookup of overrides, because a part of the code may have a different default queue from now on.
  static func enableOverrides() { _ = registration }

  private static let registration: Void = RegisteredTaskLocal.registerOptional($override, isSame: ===)

  /// The default queue of the current task or thread, or `nil` if handlers run inline.
  @usableFromInline
  package static var current: DispatchQueue? {
    if HandlerScope.mayExist {
      if let override { return override.queue }
      if let queue = PromiseContext.current?.instrument?.handlerQueue { return queue }
    }
    return processWide.withLock { $0 }
  }

  /// Sets the default queue of the process.
  @usableFromInline
  package static func set(_ queue: DispatchQueue?) {
    // The old queue is released here, outside the lock.
    _ = processWide.withLock { current in
      defer { current = queue }
      return current
    }
  }
}
