public import Dispatch

/// What happens to the losers of a race, and to a promise that misses its timeout.
public enum LoserPolicy: Sendable {
  /// The race stops being a consumer of its losers. A loser without another consumer is canceled before the outcome of
  /// the race is delivered.
  case cancel
  /// The losers continue, even if they have no consumer left.
  case spare
}

extension Thenable {
  /// Returns a promise that is rejected with ``PromiseError/timedOut(file:line:)`` unless this promise settles in time.
  ///
  /// ```swift
  /// fetch(url).timeout(.seconds(5)).catch { error in show(error) }
  /// ```
  ///
  /// When the timeout fires first, this promise is canceled as a consumer would cancel it: its work stops unless
  /// another consumer still wants it. Pass `losers: .spare` to leave it running, as google/promises does.
  ///
  /// - Parameters:
  ///   - seconds: The limit, in seconds. Zero, a negative value or NaN rejects a pending promise immediately. Infinity
  ///     means no limit.
  ///   - losers: What happens to this promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  /// - Returns: A promise that adopts this promise's outcome, or is rejected with
  ///   ``PromiseError/timedOut(file:line:)``. In both cases, the timer is removed immediately.
  public func timeout(
    seconds: Double, losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(after: TimerInterval(seconds: seconds), losers, CreationSite(file, line)) }

  /// Returns a promise that is rejected unless this promise settles within a Dispatch time interval.
  ///
  /// In every other respect, this method behaves like ``timeout(seconds:losers:file:line:)``.
  ///
  /// - Parameters:
  ///   - interval: The limit. Zero or a negative interval rejects a pending promise immediately. `.never` means no
  ///     limit.
  ///   - losers: What happens to this promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  /// - Returns: A promise that adopts this promise's outcome, or is rejected with
  ///   ``PromiseError/timedOut(file:line:)``.
  public func timeout(
    _ interval: DispatchTimeInterval, losers: LoserPolicy = .cancel, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(after: TimerInterval(interval), losers, CreationSite(file, line)) }

  /// Returns a promise that is rejected unless this promise settles within a duration, measured by a clock.
  ///
  /// In every other respect, this method behaves like ``timeout(seconds:losers:file:line:)``.
  ///
  /// - Parameters:
  ///   - duration: The limit. A zero or negative duration rejects a pending promise immediately.
  ///   - losers: What happens to this promise when the timeout fires first. The default cancels it if it has no other
  ///     consumer.
  ///   - clock: The clock that measures the limit, or `nil` to measure it with Dispatch.
  /// - Returns: A promise that adopts this promise's outcome, or is rejected with
  ///   ``PromiseError/timedOut(file:line:)``.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload  // resolves `.seconds(1)`, which both types have, to Dispatch's
  public func timeout(
    _ duration: Duration, losers: LoserPolicy = .cancel, clock: (any Clock<Duration>)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { timeout(after: TimerInterval(duration, clock: clock), losers, CreationSite(file, line)) }

  /// Returns a promise that adopts this promise's outcome, unless the interval passes first. (`get(timeout:)` of
  /// PromiseConcurrency creates no promise: see `AnyPromise+wait.swift` there.)
  func timeout(after interval: TimerInterval, _ losers: LoserPolicy, _ site: CreationSite) -> Promise<Value> {
    let reportsLateErrors = losers == .spare
    // If the input can never settle, the timer still settles the promise, unless there is no limit.
    let waitForTimer: InputObserver.NeverSettles = { _, _ in }
    let input = CombinatorInput(self, site)
    let combined = Promise<Value>(site: site, context: input.any.contextOfDerived)
    let trampoline = Trampoline.enter()
    // The input is observed first, so that a promise that is already settled wins.
    input.any.observe(
      for: combined.any, reportsLateErrors: reportsLateErrors, in: trampoline,
      neverSettles: interval.isForever ? nil : waitForTimer
    ) { _, _, outcome, trampoline in
      if let (error, isHandled) = outcome.failure {
        combined.settle(.failure(error), isHandled: isHandled, cancelsUpstream: true, in: trampoline)
      } else {
        combined.settle(input.knownResult, cancelsUpstream: true, in: trampoline)
      }
    }
    let limit = timer(interval, site, in: combined.context)
    limit.any.observe(for: combined.any, in: trampoline) { _, _, _, trampoline in
      combined.settle(.failure(PromiseError.timedOut(at: site)), cancelsUpstream: losers == .cancel, in: trampoline)
    }
    let inputs = CombinatorInputs([input.any], reportsLateErrors: reportsLateErrors)
    combined.addTarget(.inputs(inputs), in: trampoline)
    // The timer is not an input, because it has no part in the progress of the promise.
    combined.addTarget(.relay { trampoline in limit.cancel(in: trampoline) }, in: trampoline)
    trampoline.leave()
    return combined
  }
}
