import Dispatch

/// The settings of a ``PromisesTrait``. A value of `nil` means that the setting of the enclosing suite applies.
struct PromisesSettings: Sendable {
  /// The limit for the body of the test and the work that it leaves in flight.
  var timeLimit: TimerInterval?
  /// The policy for promises that are pending at the end of the test.
  var pending: LeftoverPolicy?
  /// The policy for unhandled rejections.
  var unhandled: LeftoverPolicy?
  /// The policy for abandoned promises and guarantees.
  var abandoned: LeftoverPolicy?
  /// The default queue of handlers.
  var queue: DispatchQueue?
  /// The clock of the timers.
  var time: PromiseTime?
  /// The order in which handlers run.
  var order: HandlerOrder?

  /// The time limit of a test if no trait sets one: 60 seconds.
  static let defaultTimeLimit = TimerInterval(seconds: 60)

  /// Replaces each setting for which the trait of an inner suite or test has a value.
  ///
  /// - Parameter inner: The settings of the inner trait.
  mutating func override(with inner: PromisesSettings) {
    timeLimit = inner.timeLimit ?? timeLimit
    pending = inner.pending ?? pending
    unhandled = inner.unhandled ?? unhandled
    abandoned = inner.abandoned ?? abandoned
    queue = inner.queue ?? queue
    time = inner.time ?? time
    order = inner.order ?? order
  }

  /// Returns the policy for a diagnostic event.
  ///
  /// - Parameter event: The event that the test has received.
  /// - Returns: The policy, or `nil` if the trait has no setting for events of this kind.
  func policy(for event: PromiseDiagnostics.Event) -> LeftoverPolicy? {
    switch event {
    case .unhandledRejection: unhandled ?? .error
    case .abandonedPromise, .abandonedGuarantee: abandoned ?? .error
    case .contradictoryOutcome: abandoned == .ignore ? .ignore : .warning
    case .cauterized, .waitOnMainThread, .mainQueueDoesNotRun, .waitBlocksHandler, .stillPending: nil
    }
  }

  // MARK: - Running

  /// Runs the body of a test in a context of its own: once, or once for each seed.
  ///
  /// The run is supervised on an executor that no blocked test can delay, where the system has task executors.
  ///
  /// - Parameters:
  ///   - reporter: Records the issues.
  ///   - function: The body of the test.
  /// - Throws: The error that the body throws.
  func perform(
    reportingTo reporter: any TestReporter, _ function: @Sendable () async throws -> Void
  ) async throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), usesTaskExecutors {
      try await withTaskExecutorPreference(SupervisorTaskExecutor()) { try await run(reporter, function) }
    } else {
      // uncovered: The tests run with task executors, which older systems lack.
      try await run(reporter, function)
    }
  }

  /// Runs the body once, or once for each seed.
  private func run(_ reporter: any TestReporter, _ function: @Sendable () async throws -> Void) async throws {
    guard let seeds = order?.seeds else {
      return try await TestRun(reporter, self, seed: nil).perform(function)
    }
    try await ShuffledRuns(reporter, self, seeds).perform(function)
  }
}
