extension Promise {
  /// A promise of an `async` function. It is `PromiseConcurrency` that has it; here so that a file that forgot to import
  /// that is told, instead of getting a promise of the function.
  @available(*, deprecated, message: "Add `import PromiseConcurrency` to create a promise of an async function.")
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public convenience init(
    asyncWork work: @escaping @Sendable () async throws -> Value, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(site: CreationSite(file, line), context: .ofNewPromise())
    let task = Task {
      let outcome: Result<Value, any Error>
      do { outcome = .success(try await work()) } catch { outcome = .failure(error) }
      self.settle(outcome)
    }
    addTarget(.handler { task.cancel() })
  }
}
