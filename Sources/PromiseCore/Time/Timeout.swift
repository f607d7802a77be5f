/// What becomes of those that lost a race, or came too late.
public enum LoserPolicy: Sendable {
  /// The race was one of their consumers, and leaves: those that nobody else wants are cancelled, before anybody hears
  /// of the outcome. (Who looks, and does not wait, may see the outcome a moment before.)
  case cancel
  /// They go on, although nobody may want them; but the race is none of their consumers any more.
  case spare
}

extension Thenable {
  /// Gives this promise so much time, and no more. From google/promises.
  ///
  /// ```swift
  /// fetch(url).timeout(5).catch { error in show(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - seconds: How long, in seconds from now. Zero, negative and not-a-number: no time, so that only a promise that
  ///     is settled already makes it. Infinity: for ever.
  ///   - losers: What becomes of this promise when time is up; by default it is cancelled, if nobody else wants it. In
  ///     google/promises it goes on.
  ///   - clock: Who measures the time; `nil`: Dispatch.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: A promise that settles as this one does, or is rejected with ``PromiseError/timedOut``. Whichever it
  ///   is, the timer goes at once.
  public func timeout(
    _ seconds: Double, losers: LoserPolicy = .cancel, clock: (any Clock<Duration>)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { race(against: Delay(seconds: seconds, clock: clock), losers, CreationSite(file, line)) }

  /// Gives this promise so much time, and no more. From google/promises.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func timeout(
    _ duration: Duration, losers: LoserPolicy = .cancel, clock: (any Clock<Duration>)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { race(against: Delay(duration, clock: clock), losers, CreationSite(file, line)) }

  private func race(against delay: Delay, _ losers: LoserPolicy, _ site: CreationSite) -> Promise<Value> {
    let reportsLateErrors = losers == .spare
    let input = CombinatorInput(self, site)
    let combined = Promise<Value>(site: site, context: input.any.contextOfDerived)
    let trampoline = Trampoline.enter()
    // First, so that a promise that is settled already wins.
    input.any.observe(for: combined, reportsLateErrors: reportsLateErrors, in: trampoline) { _, outcome, trampoline in
      if let (error, isHandled) = outcome.failure {
        combined.settle(.failure(error), isHandled: isHandled, cancelsUpstream: true, in: trampoline)
      } else {
        combined.settle(input.knownResult, cancelsUpstream: true, in: trampoline)
      }
    }
    let limit = timer(delay, site, in: combined.context)
    limit.observe(for: combined, in: trampoline) { _, _, trampoline in
      combined.settle(.failure(PromiseError.timedOut), cancelsUpstream: losers == .cancel, in: trampoline)
    }
    let inputs = CombinatorInputs([input.any], reportsLateErrors: reportsLateErrors)
    combined.addTarget(.inputs(inputs), in: trampoline)
    // Not as an input: a timer has no part in the progress of the promise.
    combined.addTarget(.relay { trampoline in limit.cancel(in: trampoline) }, in: trampoline)
    trampoline.leave()
    return combined
  }
}
