public import Testing

/// Gives each test a scope of its own for its promises. Use it as `.promises`.
public struct PromisesTrait: TestTrait, SuiteTrait, TestScoping {
  /// A suite hands the trait on to its tests; the suite itself has no scope.
  public var isRecursive: Bool { true }

  /// Each case of a parameterised test gets a scope of its own.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> PromisesTrait? { testCase == nil ? nil : self }

  /// Runs a test case as code of a new scope, on threads of its own.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(TestExecutor()) {
      try await Scope.$current.withValue(Scope(), operation: function)
    }
  }
}

extension Trait where Self == PromisesTrait {
  /// Gives the test a scope of its own: `waitForPromises` waits for the promises of this test, and for no others.
  ///
  /// ```swift
  /// @Test(.promises) func greets() {
  ///   let promise = loadGreeting()
  ///   #expect(waitForPromises(timeout: 1))
  ///   #expect(promise.value == "Hello")
  /// }
  /// ```
  ///
  /// The scope is taken up by every promise that the test makes, and by what these derive and their handlers make, also
  /// on other queues and in tasks. What the test sends through Dispatch by itself, and makes there, belongs to no test:
  /// use `queue.async(.promise)`.
  public static var promises: PromisesTrait { PromisesTrait() }
}
