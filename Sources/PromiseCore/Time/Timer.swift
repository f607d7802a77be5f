package import Dispatch

/// The length of a timer, and the clock that measures it. Every argument has a meaning, also a negative or infinite one.
///
/// Lengths are counted in nanoseconds as `Int64`: on a system with 32-bit integers, `Int` holds no more than 2.1 s.
package struct Delay: Sendable {
  package enum Length: Sendable, Equatable {
    case none
    case nanoseconds(Int64)
    case forever
  }

  package let length: Length
  /// The clock that measures the time; `nil` means Dispatch.
  package let clock: (any Clock<Duration>)?

  /// No time at all.
  static let none = Delay(length: .none, clock: nil)

  private init(length: Length, clock: (any Clock<Duration>)?) {
    self.length = length
    self.clock = clock
  }

  package init(seconds: Double, clock: (any Clock<Duration>)? = nil) {
    let nanoseconds = seconds * 1e9
    if nanoseconds >= Double(Int64.max) {
      self.init(length: .forever, clock: clock)
    } else {
      self.init(length: nanoseconds > 0 ? .nanoseconds(Int64(nanoseconds.rounded())) : .none, clock: clock)
    }
  }

  package init(_ interval: DispatchTimeInterval) {
    switch interval {
    case .seconds(let count): self.init(seconds: Double(count))
    case .milliseconds(let count): self.init(seconds: Double(count) / 1e3)
    case .microseconds(let count): self.init(seconds: Double(count) / 1e6)
    case .nanoseconds(let count): self.init(length: count > 0 ? .nanoseconds(Int64(count)) : .none, clock: nil)
    case .never: self.init(length: .forever, clock: nil)
    @unknown default: self.init(length: .forever, clock: nil)
    }
  }

  package init(_ duration: Duration, clock: (any Clock<Duration>)? = nil) {
    // Durations of more than 2⁶³ seconds have no components.
    guard duration < .seconds(Int64.max / 2) else {
      self.init(length: .forever, clock: clock)
      return
    }
    let (seconds, attoseconds) = duration > .zero ? duration.components : (0, 0)
    self.init(seconds: Double(seconds) + Double(attoseconds) / 1e18, clock: clock)
  }

  /// The length in seconds.
  var seconds: Double {
    switch length {
    case .none: 0
    case .nanoseconds(let count): Double(count) / 1e9
    case .forever: .infinity
    }
  }

  /// Whether it is no time at all.
  package var isNone: Bool { length == .none }
}

extension DispatchTime {
  /// The instant that is `nanoseconds` after `uptime`, which is in nanoseconds as well; `distantFuture` if Dispatch
  /// cannot represent it.
  package static func deadline(_ nanoseconds: Int64, after uptime: UInt64) -> DispatchTime {
    let (sum, overflows) = uptime.addingReportingOverflow(UInt64(max(nanoseconds, 0)))
    // Dispatch takes a value with the highest bit set for the time of another clock.
    return overflows || sum > Int64.max ? .distantFuture : DispatchTime(uptimeNanoseconds: sum)
  }
}

/// Returns a guarantee that is fulfilled after a delay, or at once when it is canceled.
///
/// The timer does not retain the guarantee: when the last consumer releases it, the timer is removed.
func timer(_ delay: Delay, _ site: CreationSite, in context: PromiseContext?) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(site: site, context: context)
  let wake: @Sendable () -> Void = { [weak guarantee] in _ = guarantee?.settle(.success(())) }
  if let source = delay.source(in: context) {
    guarantee.hold(Entry(in: source, after: delay, wake))
    return guarantee
  }
  // The guarantee retains the timer until it settles or is released itself.
  switch (delay.length, delay.clock) {
  case (.forever, _):
    guarantee.hold(nil as Alarm?)
  case (.none, let clock?):
    guarantee.hold(Sleep(for: 0, on: clock, wake))
  case (.nanoseconds(let count), let clock?):
    guarantee.hold(Sleep(for: count, on: clock, wake))
  case (.none, nil):
    guarantee.hold(Alarm(at: .now(), wake))
  case (.nanoseconds(let count), nil):
    guarantee.hold(Alarm(at: .deadline(count, after: DispatchTime.now().uptimeNanoseconds), wake))
  }
  return guarantee
}

extension Guarantee<Void> {
  /// Retains a timer until the guarantee settles. When the guarantee is canceled, it fires at once.
  fileprivate func hold(_ timer: (some Cancelling)?) {
    addTarget(
      .relay { [weak self] trampoline in
        timer?.cancel()
        self?.settle(.success(()), in: trampoline)
      })
  }
}

private protocol Cancelling: Sendable {
  func cancel()
}

extension Delay {
  /// The source of the timer, if it needs no task: the given clock if it is one, or the clock of the test if none is
  /// given.
  fileprivate func source(in context: PromiseContext?) -> (any TimerSource)? {
    if case .forever = length { return nil }
    return clock == nil ? context?.instrument?.timers : clock as? any TimerSource
  }
}

/// A timer of a `TimerSource`.
private final class Entry: Cancelling {
  private let remove: @Sendable () -> Void

  init(in source: any TimerSource, after delay: Delay, _ wake: @escaping @Sendable () -> Void) {
    let nanoseconds: Int64 = if case .nanoseconds(let count) = delay.length { count } else { 0 }
    remove = source.addTimer(after: nanoseconds, wake)
  }

  deinit { remove() }

  func cancel() { remove() }
}

/// A timer of Dispatch.
private struct Alarm: Cancelling, @unchecked Sendable {
  // Not marked `Sendable` on every platform, but Dispatch objects may be used from any thread.
  private let source = DispatchSource.makeTimerSource()

  init(at deadline: DispatchTime, _ wake: @escaping @Sendable () -> Void) {
    source.schedule(deadline: deadline)
    source.setEventHandler(handler: wake)
    source.activate()
  }

  func cancel() { source.cancel() }
}

/// A task that sleeps on a clock. It is canceled when its owner releases it.
private final class Sleep: Cancelling {
  private let task: Task<Void, Never>

  init(for nanoseconds: Int64, on clock: any Clock<Duration>, _ wake: @escaping @Sendable () -> Void) {
    task = Task {
      try? await clock.sleep(for: .nanoseconds(nanoseconds))
      wake()
    }
  }

  deinit { task.cancel() }

  func cancel() { task.cancel() }
}
