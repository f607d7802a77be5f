// An operation that returns a promise needs `firstly`, or `get()` on that promise. Without either, the code compiles
// and yields a promise of a promise. These overloads turn that mistake into a warning. The compiler prefers them
// because they are more constrained.
//
// `map { fetch($0) }` has no such overload: with one more overload of `map`, a chain of eight `map { $0 + 1 }` exceeds
// the type checker's limit.

extension Promise where Value: Thenable {
  /// Creates a promise of a promise. This overload exists to warn about that mistake.
  ///
  /// - Parameters:
  ///   - name: The name of the task, which debuggers show.
  ///   - priority: The priority of the task, or `nil` to inherit the priority of the current task.
  ///   - operation: The function to run in a task. The promise that it returns becomes the value of the new promise.
  @available(
    *, deprecated,
    message:
      "The closure returns a promise: this is a promise of a promise. Use `firstly`, or call `get()` in the closure."
  )
  @_documentation(visibility: internal)
  public convenience init(
    name: String? = nil, priority: TaskPriority? = nil,
    @_inheritActorContext @_implicitSelfCapture operation: sending @escaping @isolated(any) () throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    start(name, priority, operation)
  }

  /// Creates a promise of a promise. This overload exists to warn about that mistake.
  ///
  /// - Parameter task: The task to wait for. The promise that it returns becomes the value of the new promise.
  ///   Canceling the new promise cancels the task.
  @available(
    *, deprecated, message: "The task returns a promise: this is a promise of a promise. Call `get()` in the task."
  )
  @_documentation(visibility: internal)
  public convenience init(_ task: Task<Value, some Error>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    adopt(task)
  }
}
