extension Promise {
  /// Makes a promise of an `async` function.
  ///
  /// ```swift
  /// func fetchUser(_ id: Int) -> Promise<User> {
  ///   Promise { try await fetchUser(id) }
  /// }
  /// ```
  ///
  /// `operation` runs in a task, which inherits priority, task-locals and isolation as `Task { … }` does. The promise
  /// keeps the task: cancelling the promise cancels it. The promise is then rejected at once, and does not wait for the
  /// task to notice.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil`: that of the current task.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  ///   - operation: What it returns fulfils the promise; what it throws rejects it.
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    self.init(origin: Origin(file, line), scope: .ofNewPromise())
    // Sent here, and called once, by the task.
    nonisolated(unsafe) let operation = operation
    var run = Run()
    settle(byTaskOn: operation.isolation, priority: priority, in: &run) { _ in try await operation() }
    run.finish()
  }
}

extension Guarantee {
  /// Makes a guarantee of an `async` function that cannot throw.
  ///
  /// As with a promise; but cancelling the guarantee only cancels the task, and it is the task that fulfils it.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil`: that of the current task.
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  ///   - operation: What it returns fulfils the guarantee.
  public convenience init(
    priority: TaskPriority? = nil, file: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Value
  ) {
    self.init(origin: Origin(file, line), scope: .ofNewPromise())
    // Sent here, and called once, by the task.
    nonisolated(unsafe) let operation = operation
    var run = Run()
    work(on: operation.isolation, priority: priority, in: &run) { _ in self.settle(.success(await operation())) }
    run.finish()
  }
}

extension PromiseEngine where Failure == any Error {
  /// Settles with what `body` returns or throws, in a task that is cancelled when this promise is.
  func settle(
    byTaskOn isolation: (any Actor)?, priority: TaskPriority? = nil, in run: inout Run,
    _ body: @escaping TaskBody<Value>
  ) {
    work(on: isolation, priority: priority, in: &run) { actor in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body(actor))
      } catch {
        outcome = .failure(error)
      }
      self.settle(outcome)
    }
  }
}
