import Dispatch

/// How long a timer waits, with every input given a meaning, and by which clock.
struct Delay: Sendable {
  enum Length: Sendable {
    case none
    case nanoseconds(Int)
    case forEver
  }

  let length: Length
  /// Who measures it; `nil`: Dispatch.
  let clock: (any Clock<Duration>)?

  /// No time at all.
  static let none = Delay(length: .none, clock: nil)

  private init(length: Length, clock: (any Clock<Duration>)?) {
    self.length = length
    self.clock = clock
  }

  init(seconds: Double, clock: (any Clock<Duration>)? = nil) {
    let nanoseconds = seconds * 1e9
    if nanoseconds >= Double(Int.max) {
      self.init(length: .forEver, clock: clock)
    } else {
      self.init(length: nanoseconds > 0 ? .nanoseconds(Int(nanoseconds)) : .none, clock: clock)
    }
  }

  init(_ interval: DispatchTimeInterval) {
    switch interval {
    case .seconds(let count): self.init(seconds: Double(count))
    case .milliseconds(let count): self.init(seconds: Double(count) / 1e3)
    case .microseconds(let count): self.init(seconds: Double(count) / 1e6)
    case .nanoseconds(let count): self.init(length: count > 0 ? .nanoseconds(count) : .none, clock: nil)
    case .never: self.init(length: .forEver, clock: nil)
    @unknown default: self.init(length: .forEver, clock: nil)
    }
  }

  init(_ duration: Duration, clock: (any Clock<Duration>)? = nil) {
    // Its components do not exist beyond 2⁶³ seconds.
    guard duration < .seconds(Int64.max / 2) else {
      self.init(length: .forEver, clock: clock)
      return
    }
    let (seconds, attoseconds) = duration > .zero ? duration.components : (0, 0)
    self.init(seconds: Double(seconds) + Double(attoseconds) / 1e18, clock: clock)
  }

  /// Whether it is no time at all.
  var isNone: Bool {
    if case .none = length { true } else { false }
  }
}

/// A guarantee that is fulfilled when the time is over, or at once when nobody waits for it any more.
///
/// Nobody but those who wait keep it alive: a timer that is forgotten goes.
func timer(_ delay: Delay, _ origin: Origin, in scope: Scope?) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(origin: origin, scope: scope)
  let wake: @Sendable () -> Void = { [weak guarantee] in _ = guarantee?.settle(.success(())) }
  if let source = delay.source(in: scope) {
    guarantee.hold(Entry(in: source, after: delay, wake), wake)
    return guarantee
  }
  // The guarantee holds what wakes it, and lets go of it when it is settled or goes itself.
  switch (delay.length, delay.clock) {
  case (.forEver, _):
    guarantee.link(.handler(wake))
  case (.none, let clock?):
    guarantee.hold(Sleep(for: 0, on: clock, wake), wake)
  case (.nanoseconds(let count), let clock?):
    guarantee.hold(Sleep(for: count, on: clock, wake), wake)
  case (.none, nil):
    guarantee.hold(Alarm(at: .now(), wake), wake)
  case (.nanoseconds(let count), nil):
    guarantee.hold(Alarm(at: .now() + .nanoseconds(count), wake), wake)
  }
  return guarantee
}

extension Guarantee<Void> {
  fileprivate func hold(_ timer: some Cancelling, _ wake: @escaping @Sendable () -> Void) {
    link(
      .handler {
        timer.cancel()
        wake()
      })
  }
}

private protocol Cancelling: Sendable {
  func cancel()
}

extension Delay {
  /// The clock of the test, unless another one is given, or the given one if it needs no task to sleep on it.
  fileprivate func source(in scope: Scope?) -> (any TimerSource)? {
    if case .forEver = length { return nil }
    return clock == nil ? scope?.host?.timers : clock as? any TimerSource
  }
}

/// A timer of a clock that needs no task.
private final class Entry: Cancelling {
  private let remove: @Sendable () -> Void

  init(in source: any TimerSource, after delay: Delay, _ wake: @escaping @Sendable () -> Void) {
    let nanoseconds = if case .nanoseconds(let count) = delay.length { count } else { 0 }
    remove = source.addTimer(after: nanoseconds, wake)
  }

  deinit { remove() }

  func cancel() { remove() }
}

/// A timer of Dispatch.
private struct Alarm: Cancelling, @unchecked Sendable {
  // Not marked `Sendable` on every platform, but Dispatch's objects may be used from any thread.
  private let source = DispatchSource.makeTimerSource()

  init(at deadline: DispatchTime, _ wake: @escaping @Sendable () -> Void) {
    source.schedule(deadline: deadline)
    source.setEventHandler(handler: wake)
    source.activate()
  }

  func cancel() { source.cancel() }
}

/// A task that sleeps on a clock, and ends with whoever holds it.
private final class Sleep: Cancelling {
  private let task: Task<Void, Never>

  init(for nanoseconds: Int, on clock: any Clock<Duration>, _ wake: @escaping @Sendable () -> Void) {
    task = Task {
      try? await clock.sleep(for: .nanoseconds(nanoseconds))
      wake()
    }
  }

  deinit { task.cancel() }

  func cancel() { task.cancel() }
}
