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
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  /// - Returns: A promise that settles as this one does, or is rejected with ``PromiseError/timedOut``. Whichever it
  ///   is, the timer goes at once.
  public func timeout(
    _ seconds: Double, losers: LoserPolicy = .cancel, clock: (any Clock<Duration>)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { race(against: Delay(seconds: seconds, clock: clock), losers, Origin(file, line)) }

  /// Gives this promise so much time, and no more. From google/promises.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func timeout(
    _ duration: Duration, losers: LoserPolicy = .cancel, clock: (any Clock<Duration>)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { race(against: Delay(duration, clock: clock), losers, Origin(file, line)) }

  private func race(against delay: Delay, _ losers: LoserPolicy, _ origin: Origin) -> Promise<Value> {
    let member = Member(self, origin)
    let whole = Promise<Value>(origin: origin, scope: member.engine.scopeOfDerived)
    var run = Run()
    // First, so that a promise that is settled already wins.
    member.engine.observe(for: whole, in: &run) { _, ending, run in
      if let (error, isHandled) = ending.failure {
        whole.settle(.failure(error), isHandled: isHandled, cancelsUpstream: true, in: &run)
      } else {
        whole.settle(member.knownResult, cancelsUpstream: true, in: &run)
      }
    }
    let clock = timer(delay, origin, in: whole.scope)
    clock.observe(for: whole, in: &run) { _, _, run in
      whole.settle(.failure(PromiseError.timedOut), cancelsUpstream: losers == .cancel, in: &run)
    }
    whole.link(.engines([member.engine]), in: &run)
    // Not as an engine: a timer has no part in the progress of the whole.
    whole.link(.relay { run in clock.cancel(in: &run) }, in: &run)
    run.finish()
    return whole
  }
}
