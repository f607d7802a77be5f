// Work that returns a promise needs `firstly`, or `get()` on that promise. Without it, the code compiles and gives a promise
// of a promise, which these forms say in a warning. The compiler prefers them, because they are the more constrained ones.

extension Promise where Value: Thenable {
  /// Creates a promise of a promise.
  @available(
    *, deprecated,
    message: "The closure returns a promise, so this is a promise of a promise. Write 'firstly', or call 'get()' in it."
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

  /// Creates a promise of a promise.
  @available(
    *, deprecated, message: "The task returns a promise, so this is a promise of a promise. Call 'get()' in the task."
  )
  @_documentation(visibility: internal)
  public convenience init(_ task: Task<Value, some Error>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    adopt(task)
  }
}
