/// A queue of `async` work: first in, first out, from any thread, with at most so many at work.
///
/// ```swift
/// let saves = PromiseQueue()
/// func textChanged(_ text: String) {  // not `async`, and called often
///   saves.add { try await store.save(text) }  // in the order of the calls
/// }
/// ```
///
/// `Task { … }` from synchronous code does not keep order; this does: work begins in the order in which it was added,
/// and with `maxConcurrent: 1` each ends before the next begins. (With more than one, those that may be at work together
/// begin together, and may overtake each other.)
///
/// What was added is worked off also when the queue itself is released.
public final class PromiseQueue: Sendable {
  private struct State: Sendable {
    var line: QueueState<Waiter>
    /// What has been added and has not ended, under increasing numbers, for `cancelAll`.
    var elements: [Int: AnyPromiseEngine] = [:]
    var added = 0
  }

  private let state: Lock<State>
  private let isUsable: Bool

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many may be at work at once. Less than one: whatever is added is rejected with
  ///     `PromiseError.badInput`.
  ///   - maxWaiting: How many may wait for their turn. Whatever is added beyond that is rejected with
  ///     `PromiseError.queueIsFull`, and not called.
  public init(maxConcurrent: Int = 1, maxWaiting: Int = .max) {
    isUsable = maxConcurrent > 0
    state = Lock(State(line: QueueState(width: maxConcurrent, room: maxWaiting)))
  }

  /// How many are at work or wait for their turn.
  public var count: Int { state.withLock { $0.elements.count } }

  /// Adds work to the end of the queue.
  ///
  /// - Parameters:
  ///   - name: A name for the task, which debuggers show.
  ///   - priority: The priority of the task; `nil`: that of the current task.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - operation: Called when its turn has come, in a task that inherits priority, task-locals and isolation as
  ///     `Task { … }` does. It is not called if the promise has been cancelled before.
  /// - Returns: A promise of what `operation` returns or throws. Cancelling it takes the work out of the queue, or
  ///   cancels its task; the next begins when that has returned.
  @discardableResult
  public func add<Value: Sendable>(
    name: String? = nil, priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Value
  ) -> Promise<Value> {
    // Sent here, and called once, by the task.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, Origin(file, line)) { try await operation() }
  }

  /// Adds work that returns a promise to the end of the queue. It is at work until that promise is settled.
  ///
  /// As the form that returns a value.
  @discardableResult
  public func add<Source: Thenable>(
    name: String? = nil, priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Source
  ) -> Promise<Source.Value> {
    // As above.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, Origin(file, line)) {
      try await operation().get(onCancel: .forward)
    }
  }

  /// Cancels everything that is at work or waits. The queue can be used on.
  ///
  /// Those that were added last come first, so that none of them gets its turn because of those before it.
  public func cancelAll() {
    let elements = state.withLock { $0.elements }
    for (_, promise) in elements.sorted(by: { $0.key > $1.key }) { promise.cancel() }
  }

  private func add<Value: Sendable>(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?, _ origin: Origin,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(origin: origin, scope: .ofNewPromise())
    guard isUsable else {
      promise.settle(.failure(PromiseError.badInput))
      return promise
    }
    let ticket = Waiter()
    let (number, admission) = state.withLock { state in
      let admission = state.line.enter(ticket)
      if admission != .refused {
        state.added += 1
        state.elements[state.added] = promise
      }
      return (state.added, admission)
    }
    if admission == .refused {
      promise.settle(.failure(PromiseError.queueIsFull))
      return promise
    }
    var run = Run()
    promise.settle(byTaskOn: isolation, name: name, priority: priority, in: &run) { actor in
      guard await self.comes(ticket, admission, isolation: actor) else {
        self.forget(number)
        throw CancellationError()
      }
      defer { self.finish(number) }
      guard promise.isPending else { throw CancellationError() }
      return try await operation()
    }
    run.finish()
    return promise
  }

  /// Waits for the turn of an element. Returns whether it comes; not if the element is cancelled before.
  private func comes(
    _ ticket: Waiter, _ admission: QueueState<Waiter>.Admission, isolation: isolated (any Actor)?
  ) async -> Bool {
    guard case .waits(let place) = admission else { return true }
    let end = await withTaskCancellationHandler(
      operation: { await withUnsafeContinuation(isolation: isolation) { ticket.suspend($0) } },
      onCancel: {
        let leaver = state.withLock { $0.line.leave(place) }
        leaver?.end(.cancelled)
      }, isolation: isolation)
    return end == .settled
  }

  private func finish(_ number: Int) {
    forget(number)
    let next = state.withLock { $0.line.finish() }
    next?.end(.settled)
  }

  private func forget(_ number: Int) {
    let promise = state.withLock { $0.elements.removeValue(forKey: number) }
    withExtendedLifetime(promise) {}  // let go of outside the lock
  }
}
