import Testing

/// Runs a test once for each seed, until one run fails.
struct ShuffledRuns: Sendable {
  private let test: Test
  private let testCase: Test.Case?
  private let settings: PromisesSettings
  private let seeds: [Int]

  init(_ test: Test, _ testCase: Test.Case?, _ settings: PromisesSettings, _ seeds: [Int]) {
    self.test = test
    self.testCase = testCase
    self.settings = settings
    self.seeds = seeds
  }

  func perform(_ function: @Sendable () async throws -> Void) async throws {
    if let text = SeedOverride.invalidText {
      Issue.record("PROMISES_SEED must be a whole number, but is: \(text)", sourceLocation: test.sourceLocation)
      return
    }
    for seed in seeds {
      try Task.checkCancellation()
      guard try await performOnce(seed, function) else { return }
    }
  }

  /// Runs the test with one seed. Returns whether it passed.
  private func performOnce(_ seed: Int, _ function: @Sendable () async throws -> Void) async throws -> Bool {
    let hasFailed = Lock(false)
    let instruction: Comment = "repeat with .promises(order: .shuffled(seeds: [\(seed)])), or PROMISES_SEED=\(seed)"
    // Every issue of the run says how to repeat it.
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
        throw error  // has been recorded
      } catch  where Task.isCancelled {
        throw error  // is not an issue of this run
      } catch {
        Issue.record(error, sourceLocation: test.sourceLocation)
      }
    }
    return !hasFailed.withLock { $0 }
  }
}

extension Issue {
  fileprivate var countsAsFailure: Bool {
    #if compiler(>=6.3)
      isFailure
    #else
      true
    #endif
  }
}
