public import Testing

extension ManualClock {
  /// Moves the time, in a test that is not `async`. Blocks the thread meanwhile; on the main thread the main queue goes
  /// on.
  ///
  /// As the `async` form. On the main thread, tasks on the main actor, and tasks that code starts by itself, are not
  /// waited for.
  @available(*, noasync, message: "blocks the thread; write await")
  public func advance(to deadline: Instant) { block { await self.move(to: deadline, mainIsFree: $0) } }

  /// Moves the time by so much, in a test that is not `async`.
  @available(*, noasync, message: "blocks the thread; write await")
  public func advance(by duration: Duration) { advance(to: deadline(after: duration)) }

  /// Moves the time from timer to timer until there are none, in a test that is not `async`.
  @available(*, noasync, message: "blocks the thread; write await")
  public func runToEnd(limit: Duration = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation) {
    let end = deadline(after: limit)
    block { await self.runToEnd(end, sourceLocation, mainIsFree: $0) }
  }

  /// Blocks this thread while `body` runs, which is told whether the main actor can be waited for.
  private func block(_ body: @escaping @Sendable (Bool) async -> Void) {
    let isOnMain = MainQueue.isCurrent
    blockThread(for: Scope.current ?? .processWide) { done in
      // Inherits what is task-local, so that an issue is this test's; no test counts it.
      Task(executorPreference: GuardianExecutor()) {
        await body(!isOnMain)
        done()
      }
    }
  }
}
