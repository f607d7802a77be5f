// `get()` as a file sees it that imports PromiseCore only: the compiler names the missing import. Without these declarations
// it would take `get()` for the operator, and miss the closure. With PromiseConcurrency imported, that module's `get` is
// preferred, because it is available.

extension Thenable {
  /// Waits for the value. PromiseConcurrency has the implementation.
  @available(*, unavailable, message: "Add `import PromiseConcurrency` to wait for a promise.")
  @_documentation(visibility: internal) @_disfavoredOverload @discardableResult
  public func get() async throws -> Value { try _promise.finalResult.get() }
}

extension Guarantee {
  /// Waits for the value. PromiseConcurrency has the implementation.
  @available(*, unavailable, message: "Add `import PromiseConcurrency` to wait for a guarantee.")
  @_documentation(visibility: internal) @_disfavoredOverload @discardableResult
  public func get() async -> Value { outcomeOrStop }
}
