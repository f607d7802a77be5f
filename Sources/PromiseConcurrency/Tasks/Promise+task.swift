extension Promise {
  /// Makes a promise of a task that there is already.
  ///
  /// ```swift
  /// let download = Task { try await fetch(url) }
  /// Promise(download).done { show($0) }.catch { show($0) }
  /// ```
  ///
  /// Cancellation goes both ways: cancelling the promise cancels the task; a task that is cancelled, and says so by
  /// throwing `CancellationError`, rejects the promise with it.
  ///
  /// - Parameters:
  ///   - task: What it returns fulfils the promise; what it throws rejects it.
  public convenience init(
    _ task: Task<Value, some Error>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    adopt(task)
  }

  /// Settles the promise with the outcome of a task.
  func adopt(_ task: Task<Value, some Error>) {
    addTarget(.handler { task.cancel() })
    startTask(on: nil) { _ in
      self.settle(await Result(isolation: nil) { try await task.value })
    }
  }
}

extension Guarantee {
  /// Makes a guarantee of a task that there is already and that cannot throw.
  ///
  /// Cancelling the guarantee cancels the task, which goes on to fulfil it.
  ///
  /// - Parameters:
  ///   - task: What it returns fulfils the guarantee.
  public convenience init(_ task: Task<Value, Never>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    addTarget(.handler { task.cancel() })
    startTask(on: nil) { _ in self.settle(.success(await task.value)) }
  }
}

extension Task where Failure == any Error {
  /// Makes a task of a promise: it waits for the promise, and returns or throws what becomes of it.
  ///
  /// Cancellation goes both ways: a promise that is cancelled makes the task throw `CancellationError`; cancelling the
  /// task makes it throw at once, and cancels the promise, if nobody else wants it.
  ///
  /// - Parameters:
  ///   - promise: What to wait for.
  ///   - name: A name for the task, which debuggers show.
  ///   - priority: The priority of the task; `nil`: that of the current task.
  public init(_ promise: Promise<Success>, name: String? = nil, priority: TaskPriority? = nil) {
    self.init(name: name, priority: priority) { try await promise.get(cancellation: .forward) }
  }
}

extension Task where Failure == Never, Success: Sendable {
  /// Makes a task of a guarantee: it waits for the guarantee, and returns its value.
  ///
  /// Canceling the task cancels the guarantee, if that has no other consumer.
  ///
  /// - Parameters:
  ///   - guarantee: What to wait for.
  ///   - name: A name for the task, which debuggers show.
  ///   - priority: The priority of the task; `nil`: that of the current task.
  public init(_ guarantee: Guarantee<Success>, name: String? = nil, priority: TaskPriority? = nil) {
    self.init(name: name, priority: priority) { await guarantee.get(cancellation: .forward) }
  }
}
