public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the time, in a test that is not `async`, and waits until all work that follows has run.
  ///
  /// Blocks the calling thread. On the main thread, work on the main queue runs in the meantime, but tasks on the main
  /// actor, and tasks that the code starts itself, are not waited for.
  ///
  /// - Parameter deadline: The time to advance to. A time in the past leaves the time as it is.
  @available(*, noasync, message: "blocks the thread; write await")
  public func advance(to deadline: Instant) { block { await self.advance(to: deadline, mainActorIsFree: $0) } }

  /// Advances the time by a duration, in a test that is not `async`, and waits until all work that follows has run.
  ///
  /// - Parameter duration: The duration. Zero or a negative value leaves the time as it is.
  @available(*, noasync, message: "blocks the thread; write await")
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration) { advance(to: deadline(after: Delay(duration))) }

  /// Advances the time by an interval, in a test that is not `async`, and waits until all work that follows has run.
  ///
  /// - Parameter interval: The interval. Zero or a negative value leaves the time as it is.
  @available(*, noasync, message: "blocks the thread; write await")
  public func advance(by interval: DispatchTimeInterval) { advance(to: deadline(after: Delay(interval))) }

  /// Advances the time from timer to timer until none is left, in a test that is not `async`.
  ///
  /// - Parameters:
  ///   - limit: How far to advance the time at most. The default is a year. Records an issue if timers are left then.
  ///   - sourceLocation: The location of the issue.
  @available(*, noasync, message: "blocks the thread; write await")
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = deadline(after: Delay(limit))
    block { await self.runToEnd(end, sourceLocation, mainActorIsFree: $0) }
  }

  /// Advances the time from timer to timer until none is left, for a duration, in a test that is not `async`.
  ///
  /// Behaves like the form with a limit in Dispatch's units.
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  @available(*, noasync, message: "blocks the thread; write await")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    let end = deadline(after: Delay(limit))
    block { await self.runToEnd(end, sourceLocation, mainActorIsFree: $0) }
  }

  /// Blocks this thread while `body` runs. Its argument says whether it can wait for the main actor.
  private func block(_ body: @escaping @Sendable (Bool) async -> Void) {
    let isOnMain = MainQueue.isCurrent
    PromiseContext.waitedFor.blockUntilCalled { done in
      // The task inherits the task-local values, so that an issue belongs to the test. No test counts it.
      startSupervisor {
        await body(!isOnMain)
        done()
      }
    }
  }
}
