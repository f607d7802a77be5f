public import Dispatch
public import Testing

/// A trait that gives each test its own context for promises, and checks what the test leaves behind.
///
/// Apply it as `.promises` to a test or a suite:
///
/// ```swift
/// @Test(.promises) func `an available name is accepted`() {
///   let form = SignUp()
///   form.enter(name: "ada")
///   #expect(waitForPromises(timeout: 5))
///   #expect(form.problem == nil)
/// }
/// ```
///
/// A test may have several of these traits: its own, and those of the suites around it. Together they provide one
/// context. A setting of an inner trait overrides the setting of an outer one.
public struct PromisesTrait: TestTrait, SuiteTrait, TestScoping {
  /// The identity of a trait value, which tells the traits of a test apart.
  private final class Identity: Sendable {}

  private let identity = Identity()
  /// The identity of the trait that provides the context of the current test.
  ///
  /// The same trait value may belong to a suite and to a test in it. This prevents it from providing a second context.
  @TaskLocal private static var provider: Identity?
  private(set) var settings = PromisesSettings()

  /// Whether a suite passes the trait on to its tests. Always `true`.
  @_documentation(visibility: internal)
  public var isRecursive: Bool { true }

  /// Returns the trait that provides the context of a test case. Each case of a parameterized test has its own context.
  ///
  /// - Parameters:
  ///   - test: The test. Its innermost trait provides the context, with the settings of all of its traits.
  ///   - testCase: The test case, or `nil` for a suite.
  /// - Returns: This trait, with the settings of the outer traits, or `nil` if another trait provides the context.
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
  /// With ``HandlerOrder/shuffled(seeds:)``, the body runs once for each seed, each time in a new context.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case.
  ///   - function: The body of the test.
  /// - Throws: The error that the body throws.
  @_documentation(visibility: internal)
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.provider === identity { return try await function() }
    try await Self.$provider.withValue(identity) {
      try await settings.perform(reportingTo: SwiftTestingReporter(test, testCase), function)
    }
  }
}

extension Trait where Self == PromisesTrait {
  /// Gives the test its own context, and fails it if it leaves a promise pending, rejected and unhandled, or abandoned.
  ///
  /// Equivalent to
  /// ``promises(timeLimit:pending:unhandled:abandoned:queue:time:order:)-(DispatchTimeInterval?,_,_,_,_,_,_)`` without
  /// arguments.
  public static var promises: PromisesTrait { PromisesTrait() }

  /// Gives the test its own context, with custom settings.
  ///
  /// ```swift
  /// @Test(.promises(timeLimit: .seconds(2))) func `loads a greeting`() async throws {
  ///   try await expectFulfilled(loadGreeting())
  /// }
  /// ```
  ///
  /// **Which promises belong to the test.** The test owns every promise that it creates, and every promise that is
  /// derived from one of those or created in one of their handlers, on any queue, in a task or on an actor. Promises
  /// that are created in detached tasks, in threads, or in blocks that are submitted to Dispatch directly belong to no
  /// test. Use `queue.async(.promise)` instead of `queue.async`, and `Task` instead of `Task.detached`.
  ///
  /// The test records the unhandled rejections and abandoned promises of such work as well, if they occur while no other
  /// test uses promises: in a suite that is `.serialized`, with `swift test --no-parallel`, or if it runs by itself.
  /// <doc:FindingBugs#Find-the-errors-of-detached-tasks-and-threads> states the rules.
  ///
  /// **Where `#expect` works.** Handlers see the task-local values of the test, including those that Swift Testing and
  /// earlier traits have set. So `#expect` in a handler records its issue for the test, on every queue. Before macOS 15
  /// and iOS 18, this does not apply to handlers on queues.
  ///
  /// **What happens at the end.** When the body returns, the test waits for work that is still in flight. Then it
  /// records issues at the location of the test: one for each pending promise that waits for no other promise, with a
  /// tree of what waits for it, one for each unhandled rejection, and one for each abandoned promise. Such pending
  /// promises with the same creation site are one issue. If promises are pending, the test has the attachments
  /// `pending-promises.txt`, which contains all of them, and `pending-promises.mmd`, the same as a graph of Mermaid. Then
  /// the test cancels them. If the body throws, the test does not wait, and pending promises are not reported.
  ///
  /// **On a suite,** the trait applies to each test of the suite. A setting that a trait leaves out is inherited from
  /// the enclosing suite.
  ///
  /// - Parameters:
  ///   - timeLimit: The limit for the body together with the work that it leaves in flight. The default is 60 seconds.
  ///     Zero or a negative value expires immediately; `.never` sets no limit. When the limit expires, the test records
  ///     an issue that says what is pending, with the same attachments as at the end, and cancels its task and its
  ///     promises. The same happens when the task of the test is canceled from outside, such as by `.timeLimit`, with a
  ///     warning instead of the issue. Guarantees without a value, such as that of `after`, are fulfilled. A body that
  ///     waits for anything else that cannot be canceled, such as a guarantee whose resolver is never called, keeps running.
  ///   - pending: How to treat a promise that is pending at the end of the test. The default is `.error`.
  ///   - unhandled: How to treat an unhandled rejection. The default is `.error`.
  ///   - abandoned: How to treat an abandoned promise or guarantee. The default is `.error`. A resolver that is called a
  ///     second time with a contradictory outcome causes a warning, unless the policy is `.ignore`.
  ///   - queue: The queue that replaces `DispatchQueue.promises` in this test.
  ///   - time: The clock of the timers. The default is real time; `.manual` is a ``ManualClock``.
  ///   - order: The order in which handlers run. The default is ``HandlerOrder/natural``.
  /// - Returns: The trait.
  public static func promises(
    timeLimit: DispatchTimeInterval? = nil, pending: LeftoverPolicy? = nil, unhandled: LeftoverPolicy? = nil,
    abandoned: LeftoverPolicy? = nil, queue: DispatchQueue? = nil, time: PromiseTime? = nil, order: HandlerOrder? = nil
  ) -> PromisesTrait {
    PromisesTrait(
      PromisesSettings(
        timeLimit: timeLimit.map { TimerInterval($0) }, pending: pending, unhandled: unhandled, abandoned: abandoned,
        queue: queue, time: time, order: order))
  }

  /// Gives the test its own context, with custom settings and a `Duration` as its time limit.
  ///
  /// See ``promises(timeLimit:pending:unhandled:abandoned:queue:time:order:)-(DispatchTimeInterval?,_,_,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - timeLimit: The limit for the body together with the work that it leaves in flight. Zero or a negative value
  ///     expires immediately.
  ///   - pending: How to treat a promise that is pending at the end of the test. The default is `.error`.
  ///   - unhandled: How to treat an unhandled rejection. The default is `.error`.
  ///   - abandoned: How to treat an abandoned promise or guarantee. The default is `.error`.
  ///   - queue: The queue that replaces `DispatchQueue.promises` in this test.
  ///   - time: The clock of the timers. The default is real time; `.manual` is a ``ManualClock``.
  ///   - order: The order in which handlers run. The default is ``HandlerOrder/natural``.
  /// - Returns: The trait.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static func promises(
    timeLimit: Duration, pending: LeftoverPolicy? = nil, unhandled: LeftoverPolicy? = nil,
    abandoned: LeftoverPolicy? = nil, queue: DispatchQueue? = nil, time: PromiseTime? = nil, order: HandlerOrder? = nil
  ) -> PromisesTrait {
    PromisesTrait(
      PromisesSettings(
        timeLimit: TimerInterval(timeLimit), pending: pending, unhandled: unhandled, abandoned: abandoned, queue: queue,
        time: time, order: order))
  }
}

extension PromisesTrait {
  /// Creates a trait with settings.
  init(_ settings: PromisesSettings) { self.settings = settings }
}
