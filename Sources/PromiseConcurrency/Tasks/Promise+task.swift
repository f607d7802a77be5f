extension Promise {
  /// Creates a promise that adopts the outcome of an existing task.
  ///
  /// ```swift
  /// let download = Task { try await fetch(url) }
  /// Promise(download).done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// Cancellation works in both directions. Canceling the promise rejects it immediately with `CancellationError` and
  /// cancels the task. If the task is canceled and throws `CancellationError`, the promise is rejected with that error.
  ///
  /// - Parameters:
  ///   - task: The task to wait for. The promise is fulfilled with the value that it returns, or rejected with the
  ///     error that it throws.
  public convenience init(
    _ task: Task<Value, some Error>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    adopt(task)
  }

  /// Settles the promise with the outcome of `task`, which is canceled with the promise.
  func adopt(_ task: Task<Value, some Error>) {
    any.recordTask(named: nil)
    let end = startWatchingTask(priority: Task.currentPriority) {
      self.settle(await Result(isolation: nil) { try await task.value })
    }
    addTarget(.task(endingWith: end) { task.cancel() })
  }
}

extension Guarantee {
  /// Creates a guarantee that is fulfilled with the value of an existing task, which cannot throw.
  ///
  /// Canceling the guarantee cancels the task. The guarantee stays pending until the task returns a value.
  ///
  /// - Parameters:
  ///   - task: The task to wait for.
  public convenience init(_ task: Task<Value, Never>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    any.recordTask(named: nil)
    let end = startWatchingTask(priority: Task.currentPriority) { self.settle(.success(await task.value)) }
    addTarget(.task(endingWith: end) { task.cancel() })
  }
}

extension Task where Failure == any Error {
  /// Creates a task that waits for a promise, and returns its value or throws its error.
  ///
  /// Cancellation works in both directions. If the promise is canceled, the task throws `CancellationError`. Canceling
  /// the task makes it throw `CancellationError` immediately, and cancels the promise if the promise has no other
  /// consumer.
  ///
  /// - Parameters:
  ///   - promise: The promise to wait for.
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  public init(_ promise: Promise<Success>, name: String? = nil, priority: TaskPriority? = nil) {
    self.init(name: name, priority: priority) { try await promise.get(cancellation: .forward) }
  }
}

extension Task where Failure == Never, Success: Sendable {
  /// Creates a task that waits for a guarantee and returns its value.
  ///
  /// Canceling the task does not end the wait. It cancels the guarantee if the guarantee has no other consumer.
  ///
  /// - Parameters:
  ///   - guarantee: The guarantee to wait for.
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  public init(_ guarantee: Guarantee<Success>, name: String? = nil, priority: TaskPriority? = nil) {
    self.init(name: name, priority: priority) { await guarantee.get(cancellation: .forward) }
  }
}
