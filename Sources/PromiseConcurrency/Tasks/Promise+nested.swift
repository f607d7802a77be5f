// Work that returns a promise needs `firstly`, or `get()` on that promise. Without it, the code compiles and gives a promise
// of a promise, which these forms say in a warning. The compiler prefers them, because they are the more constrained ones.
//
// `map { fetch($0) }` has no such form: with one more overload of `map`, eight `map { $0 + 1 }` in a row are too complex for
// the type checker.

extension Promise where Value: Thenable {
  /// Creates a promise of a promise.
  @available(
    *, deprecated,
    message:
      "Write `firstly { … }`, or call `get()` in the closure. It returns a promise, so this is a promise of a promise."
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
    *, deprecated, message: "Call `get()` in the task. It returns a promise, so this is a promise of a promise."
  )
  @_documentation(visibility: internal)
  public convenience init(_ task: Task<Value, some Error>, file: StaticString = #fileID, line: UInt = #line) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    adopt(task)
  }
}
