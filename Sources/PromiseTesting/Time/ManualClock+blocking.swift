public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the clock to a deadline, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running, but the clock does
  /// not wait for tasks on the main actor or for tasks that the code starts itself.
  ///
  /// - Parameter deadline: The time to advance to. If it has passed, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func advance(to deadline: Instant) { block { await self.advance(to: deadline, mainActorIsFree: $0) } }

  /// Advances the clock by a duration, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running.
  ///
  /// - Parameter duration: The duration. With zero or a negative value, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration) { advance(to: deadline(after: Delay(duration))) }

  /// Advances the clock by an interval, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running.
  ///
  /// - Parameter interval: The interval. With zero or a negative value, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func advance(by interval: DispatchTimeInterval) { advance(to: deadline(after: Delay(interval))) }

  /// Advances the clock from timer to timer until no timer is left, in a test that is not `async`.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running. Records an issue
  /// if timers remain at the limit.
  ///
  /// - Parameter limit: The maximum interval by which to advance the clock. The default is a year.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = deadline(after: Delay(limit))
    block { await self.runToEnd(end, sourceLocation, mainActorIsFree: $0) }
  }

  /// Advances the clock from timer to timer until no timer is left, in a test that is not `async`, with a `Duration`
  /// as the limit.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running. Records an issue
  /// if timers remain at the limit.
  ///
  /// - Parameter limit: The maximum duration by which to advance the clock.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    let end = deadline(after: Delay(limit))
    block { await self.runToEnd(end, sourceLocation, mainActorIsFree: $0) }
  }

  /// Blocks the calling thread while `body` runs.
  ///
  /// - Parameter body: The work. Its argument says whether it can wait for the main actor, which is not possible while
  ///   the main thread is blocked.
  private func block(_ body: @escaping @Sendable (Bool) async -> Void) {
    let isOnMain = MainQueue.isCurrent
    PromiseContext.currentOrProcessWide.blockUntilCalled { done in
      // The task inherits the task-local values, so that its issues belong to the test. It is not counted as work.
      startSupervisor {
        await body(!isOnMain)
        done()
      }
    }
  }
}
