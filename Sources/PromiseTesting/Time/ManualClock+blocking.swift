public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the clock to a deadline, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running, but the clock does
  /// not wait for tasks on the main actor or for tasks that the code starts itself.
  ///
  /// Call it in the body of the test only. In a handler, it records an issue and leaves the clock unchanged, because it
  /// would wait for the handler. An `async` handler can `await` the other overload.
  ///
  /// - Parameter deadline: The time to advance to. If it has passed, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func advance(to deadline: Instant, sourceLocation: SourceLocation = #_sourceLocation) {
    block(.advance, sourceLocation) { deadline }
  }

  /// Advances the clock by a duration, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running.
  ///
  /// Call it in the body of the test only. In a handler, it records an issue and leaves the clock unchanged, because it
  /// would wait for the handler. An `async` handler can `await` the other overload.
  ///
  /// - Parameter duration: The duration. With zero or a negative value, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    block(.advance, sourceLocation) { self.deadline(after: TimerInterval(duration)) }
  }

  /// Advances the clock by an interval, in a test that is not `async`, and waits until all resulting work has run.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running.
  ///
  /// Call it in the body of the test only. In a handler, it records an issue and leaves the clock unchanged, because it
  /// would wait for the handler. An `async` handler can `await` the other overload.
  ///
  /// - Parameter interval: The interval. With zero or a negative value, the time does not change.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func advance(by interval: DispatchTimeInterval, sourceLocation: SourceLocation = #_sourceLocation) {
    block(.advance, sourceLocation) { self.deadline(after: TimerInterval(interval)) }
  }

  /// Advances the clock from timer to timer until no timer is left, in a test that is not `async`.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running. Records an issue
  /// if timers remain at the limit or after 10,000 steps.
  ///
  /// Call it in the body of the test only. In a handler, it records an issue and leaves the clock unchanged, because it
  /// would wait for the handler. An `async` handler can `await` the other overload.
  ///
  /// - Parameter limit: The maximum interval by which to advance the clock. The default is a year.
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    block(.runToEnd, sourceLocation) { self.deadline(after: TimerInterval(limit)) }
  }

  /// Advances the clock from timer to timer until no timer is left, in a test that is not `async`, with a `Duration`
  /// as the limit.
  ///
  /// Blocks the calling thread. If that is the main thread, work on the main queue keeps running. Records an issue
  /// if timers remain at the limit or after 10,000 steps.
  ///
  /// Call it in the body of the test only. In a handler, it records an issue and leaves the clock unchanged, because it
  /// would wait for the handler. An `async` handler can `await` the other overload.
  ///
  /// - Parameter limit: The maximum duration by which to advance the clock.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(*, noasync, message: "it blocks the thread; call the async overload with 'await'")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) {
    block(.runToEnd, sourceLocation) { self.deadline(after: TimerInterval(limit)) }
  }

  /// Advances the clock while the calling thread is blocked.
  private func block(
    _ function: Advance.Function, _ location: SourceLocation, until deadline: @escaping @Sendable () -> Instant
  ) {
    let advance = Advance(function, at: location, mainActorIsFree: !MainQueue.isCurrent)
    if TestInstrument.isInHandler || TestInstrument.current != nil && Trampoline.isRunning {
      if let other = currentAdvance.withLock({ $0 }) { return advance.refuse(during: other) }
      return advance.record(
        "was called inside a handler, and it would wait for that handler; the clock is unchanged: advance it in the "
          + "body of the test, or make the handler async and call '\(function.rawValue)' with 'await'")
    }
    var supervisor: Task<Void, Never>?
    PromiseContext.currentOrProcessWide.blockUntilCalled { done in
      // The task inherits the task-local values, so that its issues belong to the test. It is not counted as work.
      supervisor = startSupervisor {
        await self.perform(advance, until: deadline)
        done()
      }
    }
    supervisor?.cancel()  // The test may be over.
  }
}
