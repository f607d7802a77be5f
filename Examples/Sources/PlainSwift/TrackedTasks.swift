import Synchronization

/// The tasks that a test has started through the code that it tests, so that the test can wait for them.
///
/// ```swift
/// Task { try await save() }.tracked()
/// ```
///
/// Outside of a test that has the trait `.tasks`, `tracked()` does nothing.
public final class TrackedTasks: Sendable {
  /// A task that is running.
  public struct Entry: Sendable {
    /// The file that calls `tracked()`.
    public let fileID: String
    /// The path of that file.
    public let filePath: String
    /// The line of the call.
    public let line: Int
    fileprivate let cancel: @Sendable () -> Void
  }

  /// The tasks of the current test.
  @TaskLocal public static var current: TrackedTasks?

  private let running = Mutex<[Int: Entry]>([:])
  private let ends: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation) = AsyncStream.makeStream()

  /// Creates an empty collection.
  public init() {}

  /// Waits until every task has ended, including those that these tasks start.
  ///
  /// - Parameters:
  ///   - limit: The time limit. When it expires, the running tasks are canceled.
  ///   - clock: The clock that measures the limit.
  /// - Returns: The tasks that were running when the limit expired, in the order in which they were added.
  public func waitForAll(limit: Duration, clock: any Clock<Duration> = ContinuousClock()) async -> [Entry] {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        if running.withLock(\.isEmpty) { return }
        for await _ in ends.stream where running.withLock(\.isEmpty) { return }
      }
      group.addTask { try? await clock.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
    let left = running.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
    for entry in left { entry.cancel() }
    return left
  }

  fileprivate func add(_ entry: Entry, until end: @escaping @Sendable () async -> Void) {
    let id = running.withLock { running in
      let id = (running.keys.max() ?? 0) + 1
      running[id] = entry
      return id
    }
    Task.detached { [self] in
      await end()
      running.withLock { $0[id] = nil }
      ends.continuation.yield()
    }
  }
}

extension Task {
  /// Lets the current test, if it has the trait `.tasks`, wait for this task.
  ///
  /// - Returns: This task.
  @discardableResult
  public func tracked(fileID: String = #fileID, filePath: String = #filePath, line: Int = #line) -> Self {
    let entry = TrackedTasks.Entry(fileID: fileID, filePath: filePath, line: line) { cancel() }
    TrackedTasks.current?.add(entry) { _ = await result }
    return self
  }
}
