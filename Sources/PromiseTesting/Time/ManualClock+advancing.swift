public import Dispatch
public import Testing

extension ManualClock {
  /// Advances the clock to a deadline, and waits until all resulting work has run.
  ///
  /// First, work that is already in flight runs. Then the clock advances from one timer to the next, in the order of
  /// their deadlines. At each step it fires the timers that have reached their deadlines, and waits until all resulting
  /// work has run. Timers that this work adds are included. The clock stops if the calling task is canceled.
  ///
  /// **The clock waits for** handlers, and for the tasks of promises and of the test until they are suspended. Before
  /// macOS 15 and iOS 18, it waits for handlers only.
  ///
  /// **The clock cannot track** other work, such as a callback through `queue.async` or a task that the code starts
  /// itself. It gives such work up to a tenth of a second of real time, once for each pending promise that has a
  /// resolver, and advances past work that takes longer. In a call that has fired more than 100 timers one after another
  /// without seeing any such work, tasks and callbacks get an opportunity to run at every fiftieth timer.
  ///
  /// **The timers fire** outside the actor of the caller: on the task executor that the calling task prefers, or else
  /// on the global concurrent executor. Handlers with `on: nil` run inline, on the thread on which the timer fires;
  /// other handlers and tasks run on their own executors.
  ///
  /// **Endless loops:** after 10,000 steps, the call records an issue that names the operator and the creation site of
  /// the next timer, and returns. That is enough for a year of hourly timers, or for a month of timers each minute.
  /// Advance the clock in several calls for a longer simulation.
  ///
  /// **One call at a time** advances the clock. A call in another task waits for its turn. The task that calls does not
  /// count as work meanwhile, so an `async` handler may advance the clock. A handler that does so during another call
  /// records an issue and leaves the clock unchanged, because that call waits for the results of its timers.
  ///
  /// **Outside of tests with `.promises`,** the clock waits for the handlers of the whole process, for up to a second
  /// of real time. After one such wait has timed out, each further wait takes at most ten milliseconds. Tasks and other
  /// work get an opportunity to run, but the clock does not wait for them.
  ///
  /// - Parameter deadline: The time to advance to. If it has passed, the time does not change.
  public func advance(to deadline: Instant, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(Advance(.advance, at: sourceLocation)) { deadline }
  }

  /// Advances the clock by a duration, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// - Parameter duration: The duration. With zero or a negative value, the time does not change.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func advance(by duration: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(Advance(.advance, at: sourceLocation)) { self.deadline(after: TimerInterval(duration)) }
  }

  /// Advances the clock by an interval, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// - Parameter interval: The interval. The clock stops 146 years after its creation; `.never` advances it to that
  ///   time. With zero or a negative value, the time does not change.
  public func advance(by interval: DispatchTimeInterval, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(Advance(.advance, at: sourceLocation)) { self.deadline(after: TimerInterval(interval)) }
  }

  /// Advances the clock from timer to timer until no timer is left, and waits until all resulting work has run.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// Records an issue if timers remain at the limit or after 10,000 steps, which happens if the work keeps adding
  /// timers.
  ///
  /// - Parameter limit: The maximum interval by which to advance the clock. The default is a year.
  public func runToEnd(
    limit: DispatchTimeInterval = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await perform(Advance(.runToEnd, at: sourceLocation)) { self.deadline(after: TimerInterval(limit)) }
  }

  /// Advances the clock from timer to timer until no timer is left, with a `Duration` as the limit.
  ///
  /// See `advance(to:)` for the work that the clock waits for, and for where that work runs.
  ///
  /// Records an issue if timers remain at the limit or after 10,000 steps, which happens if the work keeps adding
  /// timers.
  ///
  /// - Parameter limit: The maximum duration by which to advance the clock.
  @_disfavoredOverload  // `.seconds(1)` means a `DispatchTimeInterval`
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func runToEnd(limit: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
    await perform(Advance(.runToEnd, at: sourceLocation)) { self.deadline(after: TimerInterval(limit)) }
  }
}
