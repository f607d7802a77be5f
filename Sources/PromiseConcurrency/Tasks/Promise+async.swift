extension Promise {
  /// Creates a promise that runs an `async` function in a task.
  ///
  /// ```swift
  /// func fetchUser(_ id: Int) -> Promise<User> {
  ///   Promise { try await fetchUser(id) }
  /// }
  /// ```
  ///
  /// The task inherits its priority, task-local values and isolation from the calling code, as `Task { … }` does.
  /// Canceling the promise rejects it immediately with `CancellationError` and cancels the task; the promise does not
  /// wait for the task to respond.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The function to run. The promise is fulfilled with the value that it returns, or rejected with the
  ///     error that it throws.
  @inlinable
  public convenience init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    start(name, priority, operation)
  }

  /// Starts the task that settles the promise.
  @inlinable
  final func start(
    _ name: String?, _ priority: TaskPriority?, _ operation: sending @escaping @isolated(any) () async throws -> Value
  ) {
    // `sending` transfers the closure to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    let trampoline = Trampoline.enter()
    any.work(on: operation.isolation, name: name, priority: priority, in: trampoline) { actor in
      // A closure around `operation` would be nonisolated. The task would leave the actor before `operation` begins,
      // unless the compiler removes that step, and lose its position among the jobs of the actor.
      self.settle(await Result(isolation: actor, catching: operation))
    }
    trampoline.leave()
  }

  /// Creates a promise that is settled by a new task, which inherits from the calling code.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which the task begins, or `nil` for none.
  ///   - writer: The executor of the code that wrote `body`, if that is not the calling code.
  convenience init(
    byTaskOn isolation: (any Actor)?, inScopeOf writer: HandlerExecutor? = nil, _ site: CreationSite,
    _ body: @escaping TaskBody<Value>
  ) {
    self.init(site: site, context: .ofNewPromise())
    let work: TaskWork = { actor in self.settle(await Result(isolation: actor) { try await body(actor) }) }
    let trampoline = Trampoline.enter()
    any.work(on: isolation, in: trampoline, writer?.inScope(work) ?? work)
    trampoline.leave()
  }
}

extension Guarantee {
  /// Creates a guarantee that runs an `async` function, which cannot throw, in a task.
  ///
  /// The task inherits its priority, task-local values and isolation from the calling code, as `Task { … }` does.
  /// Canceling the guarantee cancels the task. The guarantee stays pending until the task returns a value.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The function to run. The guarantee is fulfilled with the value that it returns.
  public convenience init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    // `sending` transfers the closure to this call, and only the task calls it, once.
    nonisolated(unsafe) let operation = operation
    let trampoline = Trampoline.enter()
    any.work(on: operation.isolation, name: name, priority: priority, in: trampoline) { _ in
      self.settle(.success(await operation()))
    }
    trampoline.leave()
  }
}
