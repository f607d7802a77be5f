/// A clock that only a test advances.
///
/// ```swift
/// @Test(.promises(time: .manual)) func `fails after five seconds`() async throws {
///   let clock = try ManualClock.current
///   let answer = ask().timeout(seconds: 5)
///   await clock.advance(by: .seconds(5))
///   try await expectRejected(answer, throws: PromiseError.timedOut)
/// }
/// ```
///
/// In a test with `.promises(time: .manual)`, `after`, `delay`, `timeout`, `retry`, `until`, `poll` and `get(timeout:)`
/// use this clock without a change to the code under test. On macOS 13, iOS 16 and later, the class conforms to
/// `Clock`, so you can pass an instance as the `clock:` argument of these functions and of others.
///
/// When its test ends, nothing advances the clock any more: tasks that sleep on it are canceled, and timers that are
/// added later use real time.
public final class ManualClock: Sendable {
  /// A point in time, measured from the creation of the clock.
  public struct Instant: Comparable, Hashable, Sendable {
    /// The time since the creation of the clock, in nanoseconds.
    public let nanoseconds: Int64

    /// Creates an instant.
    ///
    /// - Parameter nanoseconds: The time since the creation of the clock, in nanoseconds. The default is zero.
    public init(nanoseconds: Int64 = 0) { self.nanoseconds = nanoseconds }

    /// Returns the instant that is later by a number of nanoseconds, or the last possible instant.
    func advanced(byNanoseconds nanoseconds: Int64) -> Instant {
      let (sum, overflows) = self.nanoseconds.addingReportingOverflow(nanoseconds)
      // equivalent boundary: Zero does not overflow.
      // equivalent constant: Zero does not overflow.
      return Instant(nanoseconds: overflows ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Returns whether the first instant is earlier than the second.
    ///
    /// - Parameters:
    ///   - a: The first instant.
    ///   - b: The second instant.
    /// - Returns: `true` if `a` is earlier than `b`.
    @_documentation(visibility: internal)
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  }

  /// The timers of the clock, and its time.
  let timers = Lock(TimerQueue())
  /// Counts the tasks that this clock has woken and, in a test, all work of the test.
  let work: WorkTracker
  /// The call that advances the clock.
  let currentAdvance = Lock<Advance?>(nil)

  /// Creates a clock.
  ///
  /// - Parameter work: Counts the work that the clock waits for when it advances.
  init(_ work: WorkTracker) { self.work = work }

  /// Creates a clock that is independent of any test.
  ///
  /// On macOS 13, iOS 16 and later, you can pass it to code that takes a `Clock`.
  public convenience init() { self.init(WorkTracker()) }

  /// The clock of the current test.
  ///
  /// - Throws: An error with instructions, if the test does not have the trait `.promises(time: .manual)`.
  public static var current: ManualClock {
    get throws {
      guard let clock = TestInstrument.current?.clock else { throw NoManualClockError() }
      return clock
    }
  }

  /// The current time of the clock.
  public var now: Instant { timers.withLock { $0.now } }

  /// The number of timers, including sleeping tasks, that wait for the clock.
  public var timerCount: Int { timers.withLock { $0.count } }

  /// The deadline of the next timer, or `nil` if there is none.
  public var nextDeadline: Instant? { timers.withLock { $0.nextDeadline } }

  /// Suspends the calling task until the test has advanced the clock to `deadline`.
  ///
  /// Returns immediately if the deadline has passed.
  ///
  /// - Parameter deadline: The time at which to resume.
  /// - Throws: `CancellationError` as soon as the task is canceled, or when the test that the clock belongs to ends.
  public func sleep(until deadline: Instant) async throws {
    try Task.checkCancellation()
    let sleep = ManualClockSleep(work)
    switch addTimer(at: { _ in deadline }, { sleep.wake() }, cancel: { sleep.cancel() }) {
    case .added(let remove): try await sleep.suspend(removeTimer: remove)
    case .isDue: return
    case .isClosed: throw CancellationError()
    }
  }

  /// What has become of a request to add a timer.
  private enum Addition {
    /// The timer was added. The function removes it.
    case added(remove: @Sendable () -> Void)
    /// The deadline has passed.
    case isDue
    /// The clock is closed.
    case isClosed
  }

  /// Adds a timer at a deadline that is computed from the current time.
  ///
  /// - Parameters:
  ///   - deadline: Computes the deadline. Called while the lock is held.
  ///   - wake: The function to call when the timer fires.
  ///   - cancel: The function to call when the clock is closed before.
  private func addTimer(
    at deadline: @Sendable (Instant) -> Instant, _ wake: @escaping @Sendable () -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) -> Addition {
    timers.withLock { timers in
      let deadline = deadline(timers.now)
      if timers.now >= deadline { return .isDue }
      if timers.isClosed { return .isClosed }
      let id = timers.add(at: deadline, wake, cancel: cancel)
      return .added { [weak self] in _ = self?.timers.withLock { $0.remove(id) } }
    }
  }

  /// Removes all timers and cancels the tasks that sleep, because nothing advances the clock after its test. Timers that
  /// operators add later use real time: a timer that never fires would keep its chain of promises alive forever.
  func close() {
    for timer in timers.withLock({ $0.close() }) { timer.cancel() }
  }

  /// Returns the instant that is later than now by a delay, but at most 146 years after the creation of the clock. A
  /// timer with a later deadline never fires.
  func deadline(after delay: TimerInterval) -> Instant {
    min(now.advanced(byNanoseconds: delay.nanoseconds), Instant(nanoseconds: .max / 2))
  }

  /// Whether a call is advancing the clock.
  var isAdvancing: Bool { currentAdvance.withLock { $0 != nil } }

  /// Returns the current time and the next deadline, for messages.
  ///
  /// - Parameter context: The context of the promise that waits for the next timer. With `nil`, it is not named.
  func state(namingTimerOf context: PromiseContext? = nil) -> String {
    let source = context.map { ", \(sourceOfNextTimer(in: $0))," } ?? ""
    let next = nextDeadline.map { "; the next timer\(source) fires at \($0.description)" } ?? ""
    let end = currentAdvance.withLock { $0 }.map {
      " and still advancing in the call at \($0.location.fileID):\($0.location.line)"
    }
    return "the manual clock is at \(now.description)\(end ?? "")\(next)"
  }
}

extension ManualClock.Instant {
  /// The time in seconds, for messages.
  var description: String { "\(Double(nanoseconds) / 1e9) seconds" }
}

extension ManualClock: TimerSource {
  /// The current time of the clock, in nanoseconds.
  package var elapsed: Int64? { now.nanoseconds }

  /// Adds a timer for an operator such as `after`.
  ///
  /// - Parameters:
  ///   - nanoseconds: The delay from now. With zero or a negative value, the timer fires immediately.
  ///   - wake: The function to call when the timer fires.
  /// - Returns: A function that removes the timer.
  package func addTimer(after nanoseconds: Int64, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    switch addTimer(at: { $0.advanced(byNanoseconds: nanoseconds) }, wake) {
    case .added(let remove): return remove
    case .isDue:
      wake()
      return {}
    case .isClosed:
      let timer = SharedTimer(after: nanoseconds, wake)
      return { timer.cancel() }
    }
  }
}

/// The error of ``ManualClock/current`` in a test that has no manual clock.
struct NoManualClockError: Error, CustomStringConvertible {
  var description: String {
    "This test has no manual clock. Add the trait .promises(time: .manual), or call withPromises(time: .manual), and "
      + "use ManualClock.current in code that belongs to the test."
  }
}
