public import Testing

/// A clock that stands still until a test moves it.
///
/// ```swift
/// @Test(.promises(time: .manual)) func givesUpAfterFiveSeconds() async throws {
///   let clock = try ManualClock.current
///   let answer = ask().timeout(5)
///   await clock.advance(by: .seconds(5))
///   try await expectRejected(answer, throws: PromiseError.timedOut)
/// }
/// ```
///
/// With `.promises(time: .manual)` it is the time of `after`, `delay`, `timeout`, `retry`, `until`, `poll` and
/// `get(timeout:)`, in code that knows nothing of it. It can also be given to them, and to others, as their `clock:`.
public final class ManualClock: Clock {
  /// A moment, counted from when the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// The moment so much after the clock was made.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The moment so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How much later the other moment is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first is earlier.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  /// Thirty thousand years: the end of all times, where sums do not overflow.
  private static let end = Instant(offset: .seconds(1_000_000_000_000))

  private let sleepers = Lock(Sleepers())
  private let activity: Activity

  init(_ activity: Activity) { self.activity = activity }

  /// A clock to be given to code that takes one.
  public convenience init() { self.init(Activity()) }

  /// The clock of the test that runs.
  ///
  /// - Throws: An error that says so if the test does not have the trait `.promises(time: .manual)`.
  public static var current: ManualClock {
    get throws {
      guard let clock = TestHost.current?.clock else { throw NoManualTime() }
      return clock
    }
  }

  /// The time.
  public var now: Instant { sleepers.withLock { $0.now } }

  /// It knows no steps.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// How many timers wait for this clock.
  public var timerCount: Int { sleepers.withLock { $0.count } }

  /// When the next timer is due; `nil` if there is none.
  public var nextDeadline: Instant? { sleepers.withLock { $0.nextDeadline } }

  /// Waits until the test has moved the time.
  ///
  /// - Throws: `CancellationError`, at once when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let sleep = Sleep(activity)
    guard let remove = add(at: deadline, { sleep.wake() }) else { return }
    try await sleep.get(removing: remove)
  }

  /// Returns what removes the timer; `nil` if the time has come already.
  private func add(at deadline: Instant, _ wake: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    add(wake) { _ in deadline }
  }

  private func add(
    _ wake: @escaping @Sendable () -> Void, _ deadline: @Sendable (Instant) -> Instant
  ) -> (@Sendable () -> Void)? {
    let key = sleepers.withLock { sleepers in
      let deadline = deadline(sleepers.now)
      return sleepers.now < deadline ? sleepers.add(at: deadline, wake) : nil
    }
    guard let key else { return nil }
    return { [weak self] in _ = self?.sleepers.withLock { $0.remove(key) } }
  }

  // MARK: Moving

  /// Moves the time, and waits until all that comes of it has been done.
  ///
  /// First everything that is under way is done. Then the time goes from one timer to the next, in the order of their
  /// deadlines, up to `deadline`; each time the timers that are due are woken, and what comes of it, new timers
  /// included, is waited for before the time goes on.
  ///
  /// What is waited for: handlers, and what the tasks of promises and the test do up to where they wait. Work that the
  /// library does not know of, such as a callback through `queue.async` or a task that code starts by itself, gets some
  /// real time: for each promise that has a resolver, once, up to a tenth of a second. Work that takes longer than that
  /// is overtaken by the clock.
  ///
  /// Outside tests with `.promises` it is the handlers of the whole process that are waited for, for up to a second of
  /// real time, and for ten milliseconds each time if that was once too little. Tasks and other work get no more than
  /// the occasion.
  ///
  /// Stops when the task is cancelled. A time in the past: does what is under way, and moves nothing.
  ///
  /// - Parameter deadline: The time to move to.
  public func advance(to deadline: Instant) async { await move(to: deadline, mainIsFree: true) }

  /// Moves the time by so much, and waits until all that comes of it has been done.
  ///
  /// As `advance(to:)`. Zero or less: does what is under way, and moves nothing.
  ///
  /// - Parameter duration: How much.
  public func advance(by duration: Duration) async { await advance(to: deadline(after: duration)) }

  /// Moves the time from timer to timer until there are none, and waits until all that comes of it has been done.
  ///
  /// Work that makes timers for ever is not followed for ever: an issue is recorded if there are still timers after
  /// `limit`.
  ///
  /// - Parameters:
  ///   - limit: How far to move the time at most; a year, unless given.
  ///   - sourceLocation: Where it is called, for the issue.
  public func runToEnd(
    limit: Duration = .seconds(31_536_000), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await runToEnd(deadline(after: limit), sourceLocation, mainIsFree: true)
  }

  func deadline(after duration: Duration) -> Instant {
    Instant(offset: min(now.offset + min(max(duration, .zero), Self.end.offset), Self.end.offset))
  }

  /// Waits until nothing is under way, neither what sleeps on this clock nor in the test that moves it.
  ///
  /// - Parameter patience: How long to wait for handlers of the process, outside tests.
  private func quiet(_ mainIsFree: Bool, _ patience: inout Duration) async {
    await activity.quiet(mainIsFree: mainIsFree)
    if let host = TestHost.current { return await host.quiet(mainIsFree: mainIsFree) }
    // Others may keep the process busy, and a handler may wait for this clock.
    let deadline = ContinuousClock.now.advanced(by: patience)
    var begun: Int?
    while ContinuousClock.now < deadline, begun != Scope.processWide.jobsBegun {
      begun = Scope.processWide.jobsBegun
      guard await Scope.processWide.jobsDone(by: deadline) else {
        patience = .milliseconds(10)  // somebody has none of it to do
        return
      }
      await activity.quiet(mainIsFree: mainIsFree)
    }
  }

  func move(to deadline: Instant, mainIsFree: Bool) async {
    var patience = Duration.seconds(1)
    await move(to: deadline, mainIsFree, &patience)
  }

  private func move(to deadline: Instant, _ mainIsFree: Bool, _ patience: inout Duration) async {
    await quiet(mainIsFree, &patience)
    while !Task.isCancelled {
      let due = sleepers.withLock { $0.move(to: deadline) }
      if due.isEmpty { return }
      for wake in due { wake() }
      await quiet(mainIsFree, &patience)
    }
  }

  func runToEnd(_ end: Instant, _ sourceLocation: SourceLocation, mainIsFree: Bool) async {
    var patience = Duration.seconds(1)
    await quiet(mainIsFree, &patience)
    while !Task.isCancelled, let next = nextDeadline {
      guard next <= end else {
        Issue.record(
          "timers still wait at \(now.offset); the next is due at \(next.offset)",
          sourceLocation: sourceLocation)
        return
      }
      await move(to: next, mainIsFree, &patience)
    }
  }
}

extension ManualClock: TimerSource {
  package func addTimer(after nanoseconds: Int, _ wake: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    if let remove = add(wake, { $0.advanced(by: .nanoseconds(nanoseconds)) }) { return remove }
    wake()
    return {}
  }
}

/// There is no clock to be moved.
struct NoManualTime: Error, CustomStringConvertible {
  var description: String {
    "no manual time here: the test needs the trait .promises(time: .manual), and ManualClock.current has to be asked "
      + "for by its own code"
  }
}
