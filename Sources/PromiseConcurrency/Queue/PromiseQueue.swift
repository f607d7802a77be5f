/// A first-in, first-out queue of `async` work with a limit on how many elements are at work at the same time.
///
/// ```swift
/// let saves = PromiseQueue()
/// func textChanged(_ text: String) {  // not `async`, and called often
///   saves.add { try await store.save(text) }  // in the order of the calls
/// }
/// ```
///
/// `Task { … }` in synchronous code does not keep the order of the calls; this queue does. Work begins in the order in
/// which it was added, from any thread, and with `maxConcurrent: 1` each element ends before the next one begins. With a
/// higher limit, elements that are at work at the same time may overtake each other.
///
/// Work that has been added is done even if the queue is released.
public final class PromiseQueue: Sendable {
  /// An element of the queue.
  private final class Element: Sendable {
    let promise: AnyPromise
    /// The task of the element waits here until it is called.
    let call: TaskWaiter

    init(_ promise: AnyPromise) {
      self.promise = promise
      call = TaskWaiter(instrument: promise.context?.instrument)
    }
  }

  private struct State: Sendable {
    var elements: PromiseQueueStateMachine<Element>
    var atWork: [ObjectIdentifier: Element] = [:]
  }

  private let state: Lock<State>
  private let isUsable: Bool

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The number of elements that may be at work at the same time. With a value below 1, everything
  ///     that is added is rejected with `PromiseError.badInput`.
  ///   - maxWaiting: The number of elements that may wait. A negative value means zero. Work that is added beyond the
  ///     limit is rejected with `PromiseError.queueIsFull` and not called.
  public init(maxConcurrent: Int = 1, maxWaiting: Int = .max) {
    isUsable = maxConcurrent > 0
    state = Lock(State(elements: PromiseQueueStateMachine(width: maxConcurrent, room: maxWaiting)))
  }

  /// The number of elements that are at work or waiting.
  public var unfinishedCount: Int { state.withLock { $0.atWork.count + $0.elements.waitingCount } }

  /// Adds work to the end of the queue.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task; `nil` means that of the current task.
  ///   - operation: The work. It runs in a task that inherits priority, task-local values and isolation as `Task { … }`
  ///     does. It is not called if the promise is canceled before its turn.
  /// - Returns: A promise of the value that `operation` returns or the error that it throws. Canceling the promise
  ///   removes the work from the queue, or cancels its task; the next element begins when the task has returned.
  @discardableResult
  public func add<Value: Sendable>(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    // `sending` transfers it to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, CreationSite(file, line)) { try await operation() }
  }

  /// Adds work that returns a promise to the end of the queue. The element is at work until that promise settles.
  ///
  /// Behaves like the form that returns a value in every other respect.
  @discardableResult
  public func add<Source: Thenable>(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async throws -> Source, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Source.Value> {
    // As in the form that returns a value.
    nonisolated(unsafe) let operation = operation
    return add(on: operation.isolation, name, priority, CreationSite(file, line)) {
      try await operation().get(cancellation: .forward)
    }
  }

  /// Cancels all elements that are at work or waiting. The queue remains usable.
  ///
  /// The elements are canceled in reverse order, so that none of them is called because one before it was canceled.
  public func cancelAll() {
    let elements = state.withLock { Array($0.atWork.values) + $0.elements.waiting }
    for element in elements.reversed() { element.promise.cancel() }
  }

  private func add<Value: Sendable>(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?, _ site: CreationSite,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(site: site, context: .ofNewPromise())
    let element = Element(promise)
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

  /// Starts the task of an element, which waits until the element is called. The task is created now, so that it inherits
  /// from the code that adds the element.
  private func start<Value: Sendable>(
    _ element: Element, _ promise: Promise<Value>, on isolation: (any Actor)?, _ name: String?,
    _ priority: TaskPriority?, in trampoline: Trampoline, _ operation: @escaping @Sendable () async throws -> Value
  ) {
    promise.work(on: isolation, name: name, priority: priority, in: trampoline) { actor in
      let reason = await withUnsafeContinuation(isolation: actor) { element.call.suspend($0) }
      promise.context?.instrument?.taskResumed()
      guard reason == .settled else { return }
      if promise.isPending {
        let outcome = await Result(isolation: actor) { try await operation() }
        self.end(element)
        promise.settle(outcome)
      } else {
        self.end(element)
      }
      // After the promise has settled, so that every observer sees the end of this element before the next one begins.
      self.finish()
    }
  }

  // MARK: - State changes

  private func enter(_ element: Element) -> PromiseQueueStateMachine<Element>.Admission? {
    guard isUsable else { return nil }
    return state.withLock { state in
      let admission = state.elements.enter(element)
      if admission == .now { state.atWork[ObjectIdentifier(element)] = element }
      return admission
    }
  }

  private func leave(_ number: Int) {
    let leaver = state.withLock { $0.elements.leave(number) }
    leaver?.call.end(.canceled)
  }

  /// The work of an element is done; the element does not count any more.
  private func end(_ element: Element) {
    state.withLock { state in
      state.atWork[ObjectIdentifier(element)] = nil
      state.elements.end()
    }
  }

  private func finish() {
    let next = state.withLock { state in
      let next = state.elements.finish()
      if let next { state.atWork[ObjectIdentifier(next)] = next }
      return next
    }
    next?.call.end(.settled)
  }
}
