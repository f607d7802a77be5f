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
  /// An element of the queue.
  private final class Element: Sendable {
    let promise: AnyPromiseEngine
    /// Its task waits here for its turn.
    let turn: Waiter

    init(_ promise: AnyPromiseEngine) {
      self.promise = promise
      turn = Waiter(host: promise.scope?.host)
    }
  }

  private struct State: Sendable {
    var line: QueueState<Element>
    var atWork: [ObjectIdentifier: Element] = [:]
  }

  private let state: Lock<State>
  private let isUsable: Bool

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many may be at work at once. Less than one: whatever is added is rejected with
  ///     `PromiseError.badInput`.
  ///   - maxWaiting: How many may wait for their turn; less than none is none. Whatever is added beyond that is
  ///     rejected with `PromiseError.queueIsFull`, and not called.
  public init(maxConcurrent: Int = 1, maxWaiting: Int = .max) {
    isUsable = maxConcurrent > 0
    state = Lock(State(line: QueueState(width: maxConcurrent, room: maxWaiting)))
  }

  /// How many are at work or wait for their turn.
  public var count: Int { state.withLock { $0.atWork.count + $0.line.waitingCount } }

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
    let elements = state.withLock { Array($0.atWork.values) + $0.line.waiting }
    for element in elements.reversed() { element.promise.cancel() }
  }

  private func add<Value: Sendable>(
    on isolation: (any Actor)?, _ name: String?, _ priority: TaskPriority?, _ origin: Origin,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    let promise = Promise<Value>(origin: origin, scope: .ofNewPromise())
    let element = Element(promise)
    var run = Run()
    switch enter(element) {
    case nil: promise.settle(.failure(PromiseError.badInput), in: &run)
    case .refused: promise.settle(.failure(PromiseError.queueIsFull), in: &run)
    case .now:
      element.turn.end(.settled)
      start(element, promise, on: isolation, name, priority, in: &run, operation)
    case .waits(let place):
      start(element, promise, on: isolation, name, priority, in: &run, operation)
      promise.link(.handler { [weak self] in self?.leave(place) }, in: &run)
    }
    run.finish()
    return promise
  }

  /// Starts the task of an element, which waits for its turn: made now, so that it inherits from whoever adds it.
  private func start<Value: Sendable>(
    _ element: Element, _ promise: Promise<Value>, on isolation: (any Actor)?, _ name: String?,
    _ priority: TaskPriority?, in run: inout Run, _ operation: @escaping @Sendable () async throws -> Value
  ) {
    promise.work(on: isolation, name: name, priority: priority, in: &run) { actor in
      let reason = await withUnsafeContinuation(isolation: actor) { element.turn.suspend($0) }
      promise.scope?.host?.taskGoesOn()
      guard reason == .settled else { return }
      if promise.isPending {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await operation()) } catch { outcome = .failure(error) }
        self.end(element)
        promise.settle(outcome)
      } else {
        self.end(element)
      }
      // After its promise is settled: it has ended, for everybody, before the next begins.
      self.finish()
    }
  }

  // MARK: What happens to an element

  private func enter(_ element: Element) -> QueueState<Element>.Admission? {
    guard isUsable else { return nil }
    return state.withLock { state in
      let admission = state.line.enter(element)
      if admission == .now { state.atWork[ObjectIdentifier(element)] = element }
      return admission
    }
  }

  private func leave(_ place: Int) {
    let leaver = state.withLock { $0.line.leave(place) }
    leaver?.turn.end(.cancelled)
  }

  /// Its work is done: it does not count any more.
  private func end(_ element: Element) {
    state.withLock { state in
      state.atWork[ObjectIdentifier(element)] = nil
      state.line.end()
    }
  }

  private func finish() {
    let next = state.withLock { state in
      let next = state.line.finish()
      if let next { state.atWork[ObjectIdentifier(next)] = next }
      return next
    }
    next?.turn.end(.settled)
  }
}
