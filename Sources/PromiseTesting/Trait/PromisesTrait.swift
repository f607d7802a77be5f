public import Dispatch
public import Testing

/// Gives each test a scope of its own for its promises, and looks after them. Use it as `.promises`.
public struct PromisesTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells traits apart: a test may have one of its own and those of the suites around it.
  private final class Identity: Sendable {}

  private let identity = Identity()
  /// The one that provides the scope of the test that runs. One value may be the trait of a suite and of a test in it.
  @TaskLocal private static var provider: Identity?
  private var settings = PromisesSettings()

  /// A suite hands the trait on to its tests; the suite itself has no scope.
  public var isRecursive: Bool { true }

  /// Each case of a parameterised test gets a scope of its own.
  ///
  /// - Parameters:
  ///   - test: The test, with its own traits and those of the suites around it. The last of them does it for all.
  ///   - testCase: The case; `nil` for a suite.
  /// - Returns: This trait, with what those further out have set; `nil` if another trait is to do it.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> PromisesTrait? {
    guard testCase != nil else { return nil }
    let traits = test.traits.compactMap { $0 as? PromisesTrait }
    guard traits.last?.identity === identity else { return nil }
    var trait = self
    trait.settings = PromisesSettings()
    for each in traits { trait.settings.override(with: each.settings) }
    return trait
  }

  /// Runs a test case as code of a new scope, on threads of its own, and looks after what it leaves.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case.
  ///   - function: The body.
  /// - Throws: What the body throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.provider === identity { return try await function() }
    try await Self.$provider.withValue(identity) { try await run(test, testCase, function) }
  }

  private func run(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(GuardianExecutor()) {
      guard let seeds = settings.order?.seeds else {
        try await TestRun(test, settings, seed: nil).perform(function)
        return
      }
      try await ShuffledRuns(test, testCase, settings, seeds).perform(function)
    }
  }
}

extension Trait where Self == PromisesTrait {
  /// Gives the test a scope of its own: it waits for its own promises, and fails if it leaves one behind in a bad state.
  ///
  /// As ``promises(timeLimit:pending:unhandled:abandoned:queue:time:order:)`` with nothing set.
  public static var promises: PromisesTrait { PromisesTrait() }

  /// Gives the test a scope of its own, with settings.
  ///
  /// ```swift
  /// @Test(.promises(timeLimit: .seconds(2))) func greets() async throws {
  ///   try await expectFulfilled(loadGreeting())
  /// }
  /// ```
  ///
  /// The scope is taken up by every promise that the test makes, and by what these derive and their handlers make, also
  /// on other queues, in tasks and on actors. What the test sends through Dispatch by itself, and makes there, belongs
  /// to no test: use `queue.async(.promise)`. Nor does what it makes in a detached task. Handlers have everything
  /// task-local that Swift Testing and the traits before this one have set, so that `#expect` in them is the test's on
  /// whichever queue they run.
  ///
  /// When the body of the test has ended, what it left running is waited for. Then an issue is recorded, at the test,
  /// for promises that are still pending, one for each place where they were made; for each rejection that nobody
  /// handled; for each promise that was abandoned. What is still pending is cancelled. If the body throws, nothing is
  /// waited for, and what is pending is no issue.
  ///
  /// On a suite it applies to all tests in it, to each by itself. A setting that is not given is that of the suite
  /// around it.
  ///
  /// - Parameters:
  ///   - timeLimit: How long the body, and what it leaves running, may take together; 60 seconds unless set. Then an
  ///     issue says what is pending, and the test and its promises are cancelled. (A body that waits for something else,
  ///     such as a guarantee, and cannot be cancelled, goes on; the issue is there all the same.)
  ///   - pending: What becomes of the test if a promise is still pending at its end; an error unless set.
  ///   - unhandled: Likewise, if a promise was rejected and nobody handled it.
  ///   - abandoned: Likewise, if a promise or a guarantee was abandoned.
  ///   - queue: `DispatchQueue.promises` for this test alone.
  ///   - time: Whether its timers run in real time, as they do unless set, or wait until it moves a ``ManualClock``.
  ///   - order: In what order handlers run; as they come, unless set.
  public static func promises(
    timeLimit: Duration? = nil, pending: LeftoverPolicy? = nil, unhandled: LeftoverPolicy? = nil,
    abandoned: LeftoverPolicy? = nil, queue: DispatchQueue? = nil, time: PromiseTime? = nil, order: HandlerOrder? = nil
  ) -> PromisesTrait {
    PromisesTrait(
      PromisesSettings(
        timeLimit: timeLimit, pending: pending, unhandled: unhandled, abandoned: abandoned, queue: queue, time: time,
        order: order))
  }
}

extension PromisesTrait {
  init(_ settings: PromisesSettings) { self.settings = settings }
}
