extension Promise {
  /// A stand-in for the initializer of `PromiseConcurrency` that takes an `async` function.
  ///
  /// Without it, a file that does not import that module would silently create a promise *of* the function. The
  /// deprecation message names the missing import.
  ///
  /// - Parameter work: The function to run in a new task. The promise is fulfilled with the value that it returns, or
  ///   rejected with the error that it throws. Canceling the promise cancels the task.
  @available(*, deprecated, message: "Add `import PromiseConcurrency` to create a promise from an async function.")
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    asyncWork work: @escaping @Sendable () async throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    any.recordTask(named: nil)
    let task = Task {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
      self.settle(outcome)
    }
    addTarget(.task(endingWith: task) { task.cancel() })
  }
}
