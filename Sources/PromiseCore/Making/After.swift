public import Dispatch

/// A guarantee that is fulfilled after some time. From PromiseKit.
///
/// - Parameters:
///   - seconds: How long to wait, in seconds. Zero, negative and not-a-number: no time. Infinity: for ever.
///   - file: Where the guarantee is made, for reports.
///   - line: Likewise.
/// - Returns: A guarantee. When it is cancelled, or everybody who derived something from it has been, its timer is
///   removed and it is fulfilled at once, like a sleep that is woken.
public func after(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
  timer(.seconds(seconds), Origin(file, line))
}

/// A guarantee that is fulfilled after some time. From PromiseKit.
///
/// As ``after(seconds:file:line:)``; `.never` waits for ever.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(interval), Origin(file, line))
}

/// A guarantee that is fulfilled after some time.
///
/// As ``after(seconds:file:line:)``. Disfavoured, so that `.seconds(1)`, which could be either, is Dispatch's as it ever was.
@_disfavoredOverload
public func after(_ duration: Duration, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
  let (seconds, attoseconds) = duration.components
  return timer(.seconds(Double(seconds) + Double(attoseconds) / 1e18), Origin(file, line))
}

/// How long a timer waits, with every input given a meaning.
private enum Delay {
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
}

private func timer(_ delay: Delay, _ origin: Origin) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(origin: origin, scope: .ofNewPromise())
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
  // The guarantee holds the source, which holds the guarantee; it lets go of the source when it is settled.
  source.setEventHandler { guarantee.settle(.success(())) }
  guarantee.link(
    .handler {
      source.cancel()
      guarantee.settle(.success(()))
    })
  source.activate()
  return guarantee
}
