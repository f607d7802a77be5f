import Testing

extension ManualClock {
  /// The number of steps after which a call gives up.
  static let stepLimit = 10_000

  /// Fires the timers up to a deadline, step by step, and waits after each step until the test is idle.
  ///
  /// Records an issue if timers remain although the call should fire all of them, or at the limit of steps.
  ///
  /// - Parameters:
  ///   - advance: The call, which has its turn.
  ///   - end: The time to advance to.
  func fireTimers(_ advance: Advance, until end: Instant) async {
    let movesToEnd = advance.function == .advance
    var idleWait = IdleWait(work: work, mainActorIsFree: advance.mainActorIsFree)
    var stepCount = 0
    await idleWait.perform()
    while !Task.isCancelled {
      if stepCount == advance.stepLimit, nextDeadline.map({ $0 <= end }) ?? false {
        return advance.record(
          "stopped after \(stepCount) steps with timers remaining: \(remainingTimers); end the loop that adds them, such "
            + "as by canceling its promise, or advance the clock in several calls if the loop ends later")
      }
      let due = timers.withLock { $0.advance(to: end, movesToEnd: movesToEnd) }
      if due.isEmpty { break }
      for wake in due { wake() }
      stepCount += 1
      let countedOnly = await idleWait.performAfterStep()
      // Work that is not counted gets its opportunity to run before the last step ends.
      if countedOnly, nextDeadline.map({ $0 > end }) ?? true { await idleWait.perform() }
    }
    guard !movesToEnd, !Task.isCancelled, nextDeadline != nil else { return }
    advance.record(
      "stopped at its limit with timers remaining: \(remainingTimers); pass a larger limit, or end the loop that adds "
        + "them, such as by canceling its promise")
  }

  /// The time, the next deadline, and the source of the timer that fires then, for messages.
  private var remainingTimers: String {
    let (now, next) = timers.withLock { ($0.now, $0.nextDeadline ?? $0.now) }
    let source = sourceOfNextTimer(in: .currentOrProcessWide)
    return "the clock is at \(now.description), and the next timer, \(source), fires at \(next.description)"
  }

  /// Returns what has added the next timer, for messages.
  ///
  /// - Parameter context: The context of the promise that waits for the timer.
  func sourceOfNextTimer(in context: PromiseContext) -> String {
    var promises: [PendingPromise] = []
    var times = timers.withLock { ($0.now, $0.nextDeadline ?? $0.now) }
    for _ in 0..<100 {
      let before = times
      promises = PendingSnapshot(in: context).promises
      // A call that is advancing the clock may have moved it meanwhile.
      times = timers.withLock { ($0.now, $0.nextDeadline ?? $0.now) }
      if times == before { break }
    }
    let left = Double(times.1.nanoseconds - times.0.nanoseconds) / 1e9
    // A loop adds its timers one by one, so the promise that was created last is that of the loop.
    let timer = promises.last { $0.dependencies.contains(.timer(secondsLeft: left)) }
    return timer.map { "the one that `\($0.operation)` adds at \($0.location)" } ?? "that of a sleeping task"
  }
}
