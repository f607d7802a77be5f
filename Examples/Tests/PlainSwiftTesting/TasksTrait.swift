import PlainSwift
public import Testing

/// Fails a test that leaves tasks running which it has started, directly or in the code that it tests.
///
/// ```swift
/// @Suite(.tasks) struct StoreTests { … }
/// ```
///
/// The trait sees only tasks that are marked with `tracked()`: tasks do not register themselves anywhere. A task that
/// is still running when the limit expires is canceled, and an issue is recorded where it is marked.
public struct TasksTrait: TestTrait, SuiteTrait, TestScoping {
  /// Whether the tests of a suite have the trait: yes.
  public var isRecursive: Bool { true }
  let limit: Duration

  /// Runs a test, then waits for its tasks.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await checkTasks(limit: limit, function)
  }
}

extension Trait where Self == TasksTrait {
  /// Fails a test that leaves tasks running, after ten seconds.
  public static var tasks: Self { .tasks(limit: .seconds(10)) }

  /// Fails a test that leaves tasks running when a limit has expired.
  public static func tasks(limit: Duration) -> Self { TasksTrait(limit: limit) }
}

/// Calls a function, then waits for its tasks, and records an issue for each that is running when the limit expires.
public func checkTasks(
  limit: Duration, clock: any Clock<Duration> = ContinuousClock(), _ function: @Sendable () async throws -> Void
) async throws {
  let tasks = TrackedTasks()
  let outcome = await Result { try await TrackedTasks.$current.withValue(tasks, operation: function) }
  for entry in await tasks.waitForAll(limit: limit, clock: clock) {
    Issue.record(
      "The test ends, but this task is still running.",
      sourceLocation: SourceLocation(
        fileID: entry.fileID, filePath: entry.filePath, line: entry.line, column: 1))
  }
  try outcome.get()
}

extension Result where Failure == any Error {
  /// Creates a result of what a function returns or throws.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
