// These declarations make the compiler name the missing import when a file that imports only PromiseCore calls `get()`.
// Without them, the compiler would take the call for the operator `get`, and report a missing closure. In a file that
// imports PromiseConcurrency, the `get` of that module is preferred, because it is available.

extension Promise {
  /// Waits for the value. The implementation is in PromiseConcurrency.
  ///
  /// - Returns: The value of the promise.
  /// - Throws: The error of the promise.
  @available(*, unavailable, message: "Add `import PromiseConcurrency` to wait for a promise.")
  @_documentation(visibility: internal) @_disfavoredOverload @discardableResult
  public func get() async throws -> Value {
    // unreachable: The method is unavailable.
    try finalResult.get()
  }
}

extension Guarantee {
  /// Waits for the value. The implementation is in PromiseConcurrency.
  ///
  /// - Returns: The value of the guarantee.
  @available(*, unavailable, message: "Add `import PromiseConcurrency` to wait for a guarantee.")
  @_documentation(visibility: internal) @_disfavoredOverload @discardableResult
  public func get() async -> Value {
    // unreachable: The method is unavailable.
    outcomeOrStop
  }
}
