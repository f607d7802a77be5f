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
  ///   - name: A name for the task, which debuggers show.
  ///   - priority: The priority of the task; `nil`: that of the current task.
  ///   - operation: What it returns fulfils the promise; what it throws rejects it.
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
    // Sent here, and called once, by the task.
    nonisolated(unsafe) let operation = operation
    let trampoline = Trampoline.enter()
    work(on: operation.isolation, name: name, priority: priority, in: trampoline) { actor in
      self.settle(await Result(isolation: actor) { try await operation() })
    }
    trampoline.leave()
  }

  /// A promise that a task of ours settles.
  convenience init(byTaskOn isolation: (any Actor)?, _ site: CreationSite, _ body: @escaping TaskBody<Value>) {
    self.init(site: site, context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    settle(byTaskOn: isolation, in: trampoline, body)
    trampoline.leave()
  }
}

extension Guarantee {
  /// Makes a guarantee of an `async` function that cannot throw.
  ///
  /// As with a promise; but cancelling the guarantee only cancels the task, and it is the task that fulfils it.
  ///
  /// - Parameters:
  ///   - name: A name for the task, which debuggers show.
  ///   - priority: The priority of the task; `nil`: that of the current task.
  ///   - operation: What it returns fulfils the guarantee.
  public convenience init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () async -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    // Sent here, and called once, by the task.
    nonisolated(unsafe) let operation = operation
    let trampoline = Trampoline.enter()
    work(on: operation.isolation, name: name, priority: priority, in: trampoline) { _ in
      self.settle(.success(await operation()))
    }
    trampoline.leave()
  }

  /// A guarantee that a task of ours fulfils. It is made where another one is waited for, so its place does not matter.
  convenience init(byTaskOn isolation: (any Actor)?, _ body: @escaping @Sendable (isolated (any Actor)?) async -> Value)
  {
    self.init(site: CreationSite(#fileID, #line), context: .ofNewPromise())
    let trampoline = Trampoline.enter()
    work(on: isolation, in: trampoline) { actor in self.settle(.success(await body(actor))) }
    trampoline.leave()
  }
}
