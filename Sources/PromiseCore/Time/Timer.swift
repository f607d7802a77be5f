import Dispatch

/// How long a timer waits, with every input given a meaning.
enum Delay: Sendable {
  case none
  case nanoseconds(Int)
  case forEver

  static func seconds(_ seconds: Double) -> Delay {
    let nanoseconds = seconds * 1e9
    if nanoseconds >= Double(Int.max) { return .forEver }
    return nanoseconds > 0 ? .nanoseconds(Int(nanoseconds)) : .none
  }

  init(_ interval: DispatchTimeInterval) {
    switch interval {
    case .seconds(let count): self = .seconds(Double(count))
    case .milliseconds(let count): self = .seconds(Double(count) / 1e3)
    case .microseconds(let count): self = .seconds(Double(count) / 1e6)
    case .nanoseconds(let count): self = count > 0 ? .nanoseconds(count) : .none
    case .never: self = .forEver
    @unknown default: self = .forEver
    }
  }

  init(_ duration: Duration) {
    // Its components do not exist beyond 2⁶³ seconds.
    guard duration < .seconds(Int64.max / 2) else {
      self = .forEver
      return
    }
    let (seconds, attoseconds) = duration > .zero ? duration.components : (0, 0)
    self = .seconds(Double(seconds) + Double(attoseconds) / 1e18)
  }
}

/// A guarantee that is fulfilled when the time is over, or at once when nobody waits for it any more.
///
/// Nobody but those who wait keep it alive: a timer that is forgotten goes.
func timer(_ delay: Delay, _ origin: Origin, in scope: Scope?) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(origin: origin, scope: scope)
  // Not marked `Sendable` on every platform, but Dispatch's objects may be used from any thread.
  nonisolated(unsafe) let source: any DispatchSourceTimer
  switch delay {
  case .none:
    source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .now())
  case .nanoseconds(let count):
    source = DispatchSource.makeTimerSource()
    source.schedule(deadline: .now() + .nanoseconds(count))
  case .forEver:
    guarantee.link(.handler { [weak guarantee] in _ = guarantee?.settle(.success(())) })
    return guarantee
  }
  source.setEventHandler { [weak guarantee] in _ = guarantee?.settle(.success(())) }
  // The guarantee holds the source, and lets go of it when it is settled or goes itself.
  guarantee.link(
    .handler { [weak guarantee] in
      source.cancel()
      _ = guarantee?.settle(.success(()))
    })
  source.activate()
  return guarantee
}
