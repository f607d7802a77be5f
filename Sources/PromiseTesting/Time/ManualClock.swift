/// A clock whose time stands still until a test advances it.
///
/// ```swift
/// @Test(.promises(time: .manual)) func givesUpAfterFiveSeconds() async throws {
///   let clock = try ManualClock.current
///   let answer = ask().timeout(seconds: 5)
///   await clock.advance(by: .seconds(5))
///   try await expectRejected(answer, throws: PromiseError.timedOut)
/// }
/// ```
///
/// With `.promises(time: .manual)` it is the clock of `after`, `delay`, `timeout`, `retry`, `until`, `poll` and
/// `get(timeout:)`, without a change to the code under test. It can also be passed to these functions, and to others, as
/// their `clock:`, where there are clocks: from macOS 13 and iOS 16 on.
public final class ManualClock: Sendable {
  /// A point in time, as the time since the clock was created.
  public struct Instant: Comparable, Hashable, Sendable {
    /// The time since the clock was created, in nanoseconds.
    public let nanoseconds: Int64

    /// Creates the instant that is so many nanoseconds after the creation of the clock.
    public init(nanoseconds: Int64 = 0) { self.nanoseconds = nanoseconds }

    /// Returns the instant that is later by so many nanoseconds, or the last one.
    func advanced(byNanoseconds nanoseconds: Int64) -> Instant {
      let (sum, overflows) = self.nanoseconds.addingReportingOverflow(nanoseconds)
      return Instant(nanoseconds: overflows ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Returns whether the first instant is earlier than the second.
    @_documentation(visibility: internal)
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  }

  let timers = Lock(TimerQueue())
  /// Counts the tasks that this clock has woken and, in a test, all work of the test.
  let work: WorkTracker

  init(_ work: WorkTracker) { self.work = work }

  /// Creates a clock to pass to code that takes one, from macOS 13 and iOS 16 on.
  public convenience init() { self.init(WorkTracker()) }

  /// The clock of the current test.
  ///
  /// - Throws: An error with an explanation if the test does not have the trait `.promises(time: .manual)`.
  public static var current: ManualClock {
    get throws {
      guard let clock = TestInstrument.current?.clock else { throw NoManualClockError() }
      return clock
    }
  }

  /// The current time.
  public var now: Instant { timers.withLock { $0.now } }

  /// The number of timers that wait for this clock.
  public var timerCount: Int { timers.withLock { $0.count } }

  /// The deadline of the next timer; `nil` if there is none.
  public var nextDeadline: Instant? { timers.withLock { $0.nextDeadline } }

  /// Suspends the calling task until the test has advanced the time to `deadline`.
  ///
  /// - Parameter deadline: When to resume.
  /// - Throws: `CancellationError` as soon as the task is canceled.
  public func sleep(until deadline: Instant) async throws {
    try Task.checkCancellation()
    let sleep = ManualClockSleep(work)
    guard let removeTimer = addTimer(at: { _ in deadline }, { sleep.wake() }) else { return }
    try await sleep.suspend(removeTimer: removeTimer)
  }

  /// Adds a timer at a deadline that is computed from the current time.
  ///
  /// - Returns: A function that removes the timer; `nil` if the deadline has passed.
  private func addTimer(
    at deadline: @Sendable (Instant) -> Instant, _ wake: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    let id = timers.withLock { timers in
      let deadline = deadline(timers.now)
      return timers.now < deadline ? timers.add(at: deadline, wake) : nil
    }
    guard let id else { return nil }
    return { [weak self] in _ = self?.timers.withLock { $0.remove(id) } }
  }

  /// The instant that is later than now by a delay, at most 146 years after the creation of the clock: what is due later than
  /// that stays pending.
  func deadline(after delay: Delay) -> Instant {
    min(now.advanced(byNanoseconds: delay.nanoseconds), Instant(nanoseconds: .max / 2))
  }

  /// The time and the next deadline, for messages.
  var state: String {
    let next = nextDeadline.map { "; the next timer is due at \($0.description)" } ?? ""
    return "the manual clock stands at \(now.description)\(next)"
  }
}

extension ManualClock.Instant {
  /// The time in seconds, for messages.
  var description: String { "\(Double(nanoseconds) / 1e9) seconds" }
}

extension ManualClock: TimerSource {
  package func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    if let remove = addTimer(at: { $0.advanced(byNanoseconds: nanoseconds) }, wake) { return remove }
    wake()
    return {}
  }
}

/// The test has no ``ManualClock``.
struct NoManualClockError: Error, CustomStringConvertible {
  var description: String {
    "This test has no manual clock. Add the trait .promises(time: .manual), and use ManualClock.current in code that "
      + "belongs to the test."
  }
}
