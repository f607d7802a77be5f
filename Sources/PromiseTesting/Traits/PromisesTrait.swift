public import Dispatch
public import Testing

/// A trait that gives each test a context of its own for its promises, and checks what the test leaves behind. Use it as
/// `.promises`.
public struct PromisesTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tells traits apart: a test may have several, its own and those of the suites around it.
  private final class Identity: Sendable {}

  private let identity = Identity()
  /// The trait that provides the context of the current test. One value may be the trait of a suite and of a test in it.
  @TaskLocal private static var provider: Identity?
  private var settings = PromisesSettings()

  /// A suite passes the trait on to its tests.
  @_documentation(visibility: internal)
  public var isRecursive: Bool { true }

  /// Returns the trait that provides the context of a test case. Each case of a parameterized test has its own.
  ///
  /// - Parameters:
  ///   - test: The test. The innermost of its traits and those of the suites around it provides the context for all.
  ///   - testCase: The case; `nil` for a suite.
  /// - Returns: This trait, with the settings of the outer traits; `nil` if another trait provides the context.
  @_documentation(visibility: internal)
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> PromisesTrait? {
    guard testCase != nil else { return nil }
    let traits = test.traits.compactMap { $0 as? PromisesTrait }
    guard traits.last?.identity === identity else { return nil }
    var trait = self
    trait.settings = PromisesSettings()
    for each in traits { trait.settings.override(with: each.settings) }
    return trait
  }

  /// Runs a test case in a new context, on threads that it may block, and checks what it leaves behind.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case.
  ///   - function: The body of the test.
  /// - Throws: The error that the body throws.
  @_documentation(visibility: internal)
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.provider === identity { return try await function() }
    try await Self.$provider.withValue(identity) { try await perform(test, testCase, function) }
  }

  private func perform(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      try await withTaskExecutorPreference(SupervisorTaskExecutor()) { try await run(test, testCase, function) }
    } else {
      try await run(test, testCase, function)
    }
  }

  private func run(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    guard let seeds = settings.order?.seeds else {
      return try await TestRun(test, settings, seed: nil).perform(function)
    }
    try await ShuffledRuns(test, testCase, settings, seeds).perform(function)
  }
}

extension Trait where Self == PromisesTrait {
  /// Gives the test a context of its own: it waits for its own promises, and fails if it leaves one pending, rejected
  /// and unhandled, or abandoned.
  ///
  /// Equivalent to ``promises(timeLimit:pending:unhandled:abandoned:queue:time:order:)-(DispatchTimeInterval?,_,_,_,_,_,_)`` without arguments.
  public static var promises: PromisesTrait { PromisesTrait() }

  /// Gives the test a context of its own, with settings.
  ///
  /// ```swift
  /// @Test(.promises(timeLimit: .seconds(2))) func greets() async throws {
  ///   try await expectFulfilled(loadGreeting())
  /// }
  /// ```
  ///
  /// Every promise that the test creates belongs to the context, and so does every promise that is derived from one or
  /// created in its handlers, on any queue, in a task or on an actor. Promises that are created in work that the test
  /// submits to Dispatch directly belong to no test: use `queue.async(.promise)`. The same holds for detached tasks.
  /// Handlers have the task-local values that Swift Testing and the traits before this one have set, so `#expect` in a
  /// handler belongs to the test on every queue; before macOS 15 and iOS 18, not on queues.
  ///
  /// When the body of the test has returned, the test waits for the work that is still in flight. Then it records an
  /// issue, at the location of the test, for promises that are still pending (one for each creation site), for each
  /// unhandled rejection, and for each abandoned promise. It cancels promises that are still pending. If the body throws,
  /// the test does not wait, and pending promises are not issues.
  ///
  /// On a suite, the trait applies to each of its tests. A setting that a trait does not set is that of the enclosing
  /// suite.
  ///
  /// - Parameters:
  ///   - timeLimit: The limit for the body and the work that it leaves in flight together. The default is 60 seconds. With
  ///     zero or a negative value it has passed at once; `.never` means no limit.
  ///     After it, an issue lists the pending promises, and the test and its promises are canceled. A body that waits for
  ///     something that cannot be canceled, such as a guarantee, continues after that.
  ///   - pending: How to treat a promise that is pending at the end of the test. The default is `.error`.
  ///   - unhandled: How to treat an unhandled rejection. The default is `.error`.
  ///   - abandoned: How to treat an abandoned promise or guarantee. The default is `.error`.
  ///   - queue: Replaces `DispatchQueue.promises` in this test.
  ///   - time: The clock of the timers: real time, which is the default, or a ``ManualClock``.
  ///   - order: The order in which handlers run. The default is ``HandlerOrder/natural``.
  public static func promises(
    timeLimit: DispatchTimeInterval? = nil, pending: LeftoverPolicy? = nil, unhandled: LeftoverPolicy? = nil,
    abandoned: LeftoverPolicy? = nil, queue: DispatchQueue? = nil, time: PromiseTime? = nil, order: HandlerOrder? = nil
  ) -> PromisesTrait {
    PromisesTrait(
      PromisesSettings(
        timeLimit: timeLimit.map { Delay($0) }, pending: pending, unhandled: unhandled, abandoned: abandoned,
        queue: queue, time: time, order: order))
  }

  /// Gives the test a context of its own, with settings, and a duration as its time limit.
  ///
  /// Behaves like the form with a time limit in Dispatch's units.
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static func promises(
    timeLimit: Duration, pending: LeftoverPolicy? = nil, unhandled: LeftoverPolicy? = nil,
    abandoned: LeftoverPolicy? = nil, queue: DispatchQueue? = nil, time: PromiseTime? = nil, order: HandlerOrder? = nil
  ) -> PromisesTrait {
    PromisesTrait(
      PromisesSettings(
        timeLimit: Delay(timeLimit), pending: pending, unhandled: unhandled, abandoned: abandoned, queue: queue,
        time: time, order: order))
  }
}

extension PromisesTrait {
  init(_ settings: PromisesSettings) { self.settings = settings }
}
