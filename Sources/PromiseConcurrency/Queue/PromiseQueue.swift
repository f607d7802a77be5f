/// A first-in, first-out queue of `async` operations with a limit on the number of operations that run concurrently.
///
/// ```swift
/// let saves = PromiseQueue()
/// func textChanged(_ text: String) {  // not `async`, and called often
///   saves.add { try await store.save(text) }  // in the order of the calls
/// }
/// ```
///
/// A `Task { … }` in synchronous code does not keep the order of the calls; this queue does. Operations start in the
/// order in which they were added, from any thread. With `maxConcurrent: 1`, each operation ends before the next one
/// starts. With a higher limit, operations that run concurrently may overtake each other.
///
/// An operation must not await the promise of an operation that is queued behind it, because neither of them ends then.
/// The failure of a test and `PromiseDiagnostics.pendingPromises()` name the two.
///
/// The queue need not be retained: operations that have been added still run after it has been released.
///
/// All methods and properties may be used from any thread.
public final class PromiseQueue: Sendable {
  /// An operation in the queue, represented by its promise.
  private final class Element: Sendable {
    /// The promise that `add` returned.
    let promise: AnyPromise
    /// The task of the element waits here until the queue calls the element.
    let call: TaskWaiter

    init(_ promise: AnyPromise) {
      self.promise = promise
      call = TaskWaiter(in: promise.context)
    }
  }

  private struct State: Sendable {
    /// The waiting elements, and the number of running ones.
    var elements: PromiseQueueStateMachine<Element>
    /// The running elements, so that `cancelAll()` can cancel them.
    var running: [ObjectIdentifier: Element] = [:]
  }

  private let state: Lock<State>
  package let site: CreationSite
  /// Whether the limit of concurrent operations is valid.
  private let isUsable: Bool

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of operations that run concurrently. With a value below 1, every operation
  ///     is rejected with `PromiseError.badInput` and not called.
  ///   - maxWaiting: The maximum number of operations that wait to run. A negative value means zero. An operation that
  ///     is added beyond the limit is rejected with `PromiseError.queueIsFull` and not called.
  public init(
    maxConcurrent: Int = 1, maxWaiting: Int = .max, file: StaticString = #fileID, line: UInt = #line
  ) {
    site = CreationSite(file, line)
    isUsable = maxConcurrent > 0
    state = Lock(State(elements: PromiseQueueStateMachine(width: maxConcurrent, maxWaiting: maxWaiting)))
  }

  /// The number of operations that are running or waiting.
  public var unfinishedCount: Int { state.withLock { $0.running.count + $0.elements.waitingCount } }

  /// Adds an operation to the end of the queue.
  ///
  /// Canceling the returned promise removes a waiting operation from the queue without calling it, or cancels the task
  /// of a running one. The next operation does not start until the canceled task has returned.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The operation. It runs in a task that inherits priority, task-local values and isolation from the
  ///     code that calls this method, as `Task { … }` does.
  /// - Returns: A promise that is fulfilled with the value that `operation` returns, or rejected with the error that it
  ///   throws.
  /// - Complexity: Amortized O(1). Canceling the promise of a waiting operation takes O(log *n*), amortized, in the
  ///   number of waiting operations.
  @discardableResult
  public func add<Value: Sendable>(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    // `sending` transfers the closure to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, CreationSite(file, line)) { _ in try await operation() }
  }

  /// Adds an operation that returns a promise to the end of the queue.
  ///
  /// The operation counts as running until that promise settles, and the returned promise has its progress. Canceling
  /// the returned promise while the operation runs also cancels the promise that `operation` returned, unless it has
  /// another consumer. In every other respect, this method behaves like the overload for operations that return a value.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The operation. It runs in a task that inherits priority, task-local values and isolation from the
  ///     code that calls this method.
  /// - Returns: A promise that adopts the outcome of the promise that `operation` returns, or is rejected with the
  ///   error that `operation` throws.
  @discardableResult
  public func add<Source: Thenable>(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Source, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Source.Value> {
    // `sending` transfers the closure to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, CreationSite(file, line)) { promise in
      let source = try await operation()
      if let source = source.asAny { promise.noteAwaited(source) }
      return try await source.asTyped.getResult(.forward, isolation: nil).get()
    }
  }

  /// Cancels all operations that are running or waiting. The queue remains usable.
  ///
  /// Waiting operations are not called. The tasks of running operations are canceled, but they count toward the limit
  /// until they have returned.
  ///
  /// - Complexity: O(*n* log *n*) in the number of operations.
  @Sendable public func cancelAll() {
    let elements = state.withLock { Array($0.running.values) + $0.elements.waiting }
    // The order is reversed because the cancellation of an earlier element must not let a later one be called.
    for element in elements.reversed() { element.promise.cancel() }
  }

  /// Creates the promise and the element of an operation, and enters the element.
  private func add<Value: Sendable>(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?, _ site: CreationSite,
    _ operation: @escaping @Sendable (AnyPromise) async throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: .ofNewPromise())
    let element = Element(promise.any)
    let trampoline = Trampoline.enter()
    switch enter(element) {
    case nil: promise.settle(.failure(PromiseError.badInput), in: trampoline)
    case .refused: promise.settle(.failure(PromiseError.queueIsFull), in: trampoline)
    case .now:
      element.call.end(.settled)
      start(element, promise, on: isolation, name, priority, in: trampoline, operation)
    case .waits(let number):
      start(element, promise, on: isolation, name, priority, in: trampoline, operation)
      promise.addTarget(.handler { [weak self] in self?.leave(number) }, in: trampoline)
    }
    trampoline.leave()
    return promise
  }

  /// Starts the task of an element. The task waits until the element is called. It is created now so that it inherits
  /// from the code that adds the element.
  private func start<Value: Sendable>(
    _ element: Element, _ promise: Promise<Value>, on isolation: (any Actor)?, _ name: String?,
    _ priority: TaskPriority?, in trampoline: Trampoline,
    _ operation: @escaping @Sendable (AnyPromise) async throws -> Value
  ) {
    let any = promise.any
    any.work(on: isolation, name: name, priority: priority, in: trampoline) { actor in
      any.record(.queuedTask(name: name, self))
      let reason = await withUnsafeContinuation(isolation: actor) { element.call.suspend($0) }
      promise.context?.instrument?.taskResumed()
      guard reason == .settled else { return }
      if promise.isPending {
        // race drop: A snapshot finds the running elements of the queue, except between `end` and `settle`.
        any.recordTask(named: name)
        // A call of a property in this closure would keep the compiler from going to the actor of `operation` directly.
        let outcome = await Result(isolation: actor) { try await operation(any) }
        self.end(element)
        promise.settle(outcome)
      } else {
        self.end(element)
      }
      // This comes after the promise has settled, so that every observer sees the end of this element before the next
      // one begins.
      self.finish()
    }
  }

  // MARK: - State changes

  /// Enters an element into the state machine. Returns `nil` if the queue's limit is invalid.
  private func enter(_ element: Element) -> PromiseQueueStateMachine<Element>.Admission? {
    guard isUsable else { return nil }
    return state.withLock { state in
      let admission = state.elements.enter(element)
      if admission == .now { state.running[ObjectIdentifier(element)] = element }
      return admission
    }
  }

  /// Removes a waiting element after its promise has been canceled, and lets its task return.
  private func leave(_ number: Int) {
    let removed = state.withLock { $0.elements.leave(number) }
    removed?.call.end(.canceled)
  }

  /// Retires an element after its operation has returned. The element no longer counts as unfinished.
  private func end(_ element: Element) {
    state.withLock { state in
      state.running[ObjectIdentifier(element)] = nil
      state.elements.end()
    }
  }

  /// Frees the position of an element that has ended, and calls the next waiting element, if any.
  private func finish() {
    let next = state.withLock { state in
      let next = state.elements.finish()
      if let next { state.running[ObjectIdentifier(next)] = next }
      return next
    }
    next?.call.end(.settled)
  }
}

extension PromiseQueue: TaskQueue {
  package var runningPromises: [AnyPromise] { state.withLock { $0.running.values.map(\.promise) } }
}
