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
/// their `clock:`.
public final class ManualClock: Clock {
  /// A point in time, as the duration since the clock was created.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// Creates the instant at an offset from the creation of the clock.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is later by `duration`.
    @_documentation(visibility: internal)
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to another one.
    @_documentation(visibility: internal)
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether the first instant is earlier than the second.
    @_documentation(visibility: internal)
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  /// Thirty thousand years. Sums of durations up to this one do not overflow.
  private static let end = Instant(offset: .seconds(Int64(1_000_000_000_000)))

  let timers = Lock(TimerQueue())
  /// Counts the tasks that this clock has woken and, in a test, all work of the test.
  let work: WorkTracker

  init(_ work: WorkTracker) { self.work = work }

  /// Creates a clock to pass to code that takes one.
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

  /// The resolution of the clock: a nanosecond.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of timers that wait for this clock.
  public var timerCount: Int { timers.withLock { $0.count } }

  /// The deadline of the next timer; `nil` if there is none.
  public var nextDeadline: Instant? { timers.withLock { $0.nextDeadline } }

  /// Suspends the calling task until the test has advanced the time to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: When to resume.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` as soon as the task is canceled.
  @_documentation(visibility: internal)
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
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

  /// The instant that is later than now by `duration`, clamped to the range in which sums do not overflow.
  func deadline(after duration: Duration) -> Instant {
    Instant(offset: min(now.offset + min(max(duration, .zero), Self.end.offset), Self.end.offset))
  }

  /// The time and the next deadline, for messages.
  var state: String {
    let next = nextDeadline.map { "; the next timer is due at \($0.offset)" } ?? ""
    return "the manual clock stands at \(now.offset)\(next)"
  }
}

extension ManualClock: TimerSource {
  package func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    if let remove = addTimer(at: { $0.advanced(by: .nanoseconds(nanoseconds)) }, wake) { return remove }
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
