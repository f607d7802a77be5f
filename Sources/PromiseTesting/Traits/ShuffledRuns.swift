import Testing

/// Runs a test once for each seed, and stops after the first run that fails.
struct ShuffledRuns: Sendable {
  private let test: Test
  private let testCase: Test.Case?
  private let settings: PromisesSettings
  private let seeds: [Int]

  /// Creates the runs of a test case.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test case, to which the issues belong.
  ///   - settings: The settings of the trait. All runs have the same settings.
  ///   - seeds: The seeds, one for each run.
  init(_ test: Test, _ testCase: Test.Case?, _ settings: PromisesSettings, _ seeds: [Int]) {
    self.test = test
    self.testCase = testCase
    self.settings = settings
    self.seeds = seeds
  }

  /// Runs the body of the test with each seed in turn.
  ///
  /// Records an issue instead if the environment variable `PROMISES_SEED` is not an integer.
  ///
  /// - Parameter function: The body of the test.
  /// - Throws: `CancellationError` if the test is canceled between two runs, or the error of a canceled run.
  func perform(_ function: @Sendable () async throws -> Void) async throws {
    if let text = SeedOverride.invalidText {
      // uncovered: The environment variable is set for all tests of a process. The checks of failing tests set it.
      Issue.record("PROMISES_SEED must be an integer, but is: \(text)", sourceLocation: test.sourceLocation)
      return
    }
    for seed in seeds {
      try Task.checkCancellation()
      guard try await performOnce(seed, function) else { return }
    }
  }

  /// Runs the body with one seed. Each issue of the run says how to repeat it.
  ///
  /// - Returns: Whether the run passed.
  private func performOnce(_ seed: Int, _ function: @Sendable () async throws -> Void) async throws -> Bool {
    let hasFailed = Lock(false)
    let instruction: Comment = "repeat with .promises(order: .shuffled(seeds: [\(seed)])), or PROMISES_SEED=\(seed)"
    // Each issue says how to repeat the run.
    let handler = IssueHandlingTrait.compactMapIssues { issue in
      hasFailed.withLock { $0 = $0 || issue.countsAsFailure }
      var issue = issue
      issue.comments.append(instruction)
      return issue
    }
    try await handler.provideScope(for: test, testCase: testCase) {
      do {
        try await TestRun(test, settings, seed: seed).perform(function)
      } catch let error as ExpectationFailedError {
        throw error  // It has already been recorded.
      } catch  where Task.isCancelled {
        throw error  // The cancellation is not an issue of this run.
      } catch {
        Issue.record(error, sourceLocation: test.sourceLocation)
      }
    }
    return !hasFailed.withLock { $0 }
  }
}

extension Issue {
  /// Whether the issue fails the test. Before Swift 6.3, every issue does.
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}
