/// Runs a test once for each seed, and stops after the first run that fails.
struct ShuffledRuns: Sendable {
  private let reporter: any TestReporter
  private let settings: PromisesSettings
  private let seeds: [Int]

  /// Creates the runs of a test case.
  ///
  /// - Parameters:
  ///   - reporter: Records the issues.
  ///   - settings: The settings of the test. All runs have the same settings.
  ///   - seeds: The seeds, one for each run.
  init(_ reporter: any TestReporter, _ settings: PromisesSettings, _ seeds: [Int]) {
    self.reporter = reporter
    self.settings = settings
    self.seeds = seeds
  }

  /// Runs the body of the test with each seed in turn. Each issue of a run says how to repeat it.
  ///
  /// Records an issue instead if the environment variable `PROMISES_SEED` is not an integer.
  ///
  /// - Parameter function: The body of the test.
  /// - Throws: `CancellationError` if the test is canceled between two runs, or the error of a run that the test library
  ///   has to record.
  func perform(_ function: @Sendable () async throws -> Void) async throws {
    if let text = SeedOverride.invalidText {
      // uncovered: The environment variable is set for all tests of a process. The checks of failing tests set it.
      return reporter.record("PROMISES_SEED must be an integer, but is: \(text)", .error)
    }
    for seed in seeds {
      try Task.checkCancellation()
      let instruction =
        "repeat with \(reporter.settingsName)(order: .shuffled(seeds: [\(seed)])), or PROMISES_SEED=\(seed)"
      let hasPassed = try await reporter.runWithSeed(instruction) {
        try await TestRun(reporter, settings, seed: seed).perform(function)
      }
      if !hasPassed { return }
    }
  }
}
