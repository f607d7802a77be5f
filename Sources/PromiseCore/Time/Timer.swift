/// Returns a guarantee that is fulfilled after a delay, or immediately when it is canceled.
///
/// The timer does not retain the guarantee. When the last consumer releases the guarantee, the timer is removed.
func timer(_ delay: TimerInterval, _ site: CreationSite, in context: PromiseContext?) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(site: site, context: context)
  let wake: @Sendable () -> Void = { [weak guarantee] in _ = guarantee?.settle(.success(())) }
  let timers = delay.timers ?? context?.instrument?.timers
  guarantee.any.record(.timer(delay, timers))
  // The guarantee retains the timer until it settles or is released itself.
  if delay.isForever {
    guarantee.hold(nil as SharedTimer?)
  } else if let timers {
    guarantee.hold(Entry(remove: timers.addTimer(after: delay.nanoseconds, wake)))
  } else {
    guarantee.hold(SharedTimer(after: delay.nanoseconds, wake))
  }
  return guarantee
}

extension Guarantee<Void> {
  /// Retains a timer until the guarantee settles. Canceling the guarantee removes the timer and fulfills the guarantee.
  fileprivate func hold(_ timer: (some Canceling)?) {
    addTarget(
      .relay { [weak self] trampoline in
        timer?.cancel()
        self?.settle(.success(()), in: trampoline)
      })
  }
}

/// A timer that can be removed.
private protocol Canceling: Sendable {
  func cancel()
}

extension SharedTimer: Canceling {}

/// A timer of a `TimerSource`. It is removed when it is released.
private final class Entry: Canceling {
  private let remove: @Sendable () -> Void

  init(remove: @escaping @Sendable () -> Void) { self.remove = remove }

  deinit { remove() }

  func cancel() { remove() }
}
