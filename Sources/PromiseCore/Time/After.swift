public import Dispatch

/// Returns a guarantee that is fulfilled after a delay.
///
/// Canceling the guarantee removes its timer and fulfills it immediately. If the guarantee is released, its timer is
/// removed as well.
///
/// - Parameters:
///   - seconds: The delay, in seconds. Zero, a negative value or NaN means no delay. With infinity, the guarantee stays
///     pending until it is canceled.
/// - Returns: A guarantee that is fulfilled by a timer, on a thread of Dispatch's choice.
public func after(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
  timer(TimerInterval(seconds: seconds), CreationSite(file, line), in: .ofNewPromise())
}

/// Returns a guarantee that is fulfilled after a delay, given as a Dispatch time interval.
///
/// In every other respect, this function behaves like ``after(seconds:file:line:)``.
///
/// - Parameter interval: The delay. Zero or a negative interval means no delay. With `.never`, the guarantee stays
///   pending until it is canceled.
/// - Returns: A guarantee that is fulfilled by a timer, or when it is canceled.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(TimerInterval(interval), CreationSite(file, line), in: .ofNewPromise())
}

/// Returns a guarantee that is fulfilled after a delay. The other forms, and those with a time limit, use it.
package func after(_ delay: TimerInterval, _ site: CreationSite) -> Guarantee<Void> {
  timer(delay, site, in: .ofNewPromise())
}

/// Returns a guarantee that is fulfilled after a duration, measured by a clock.
///
/// In every other respect, this function behaves like ``after(seconds:file:line:)``.
///
/// - Parameters:
///   - duration: The delay. A zero or negative duration means no delay.
///   - clock: The clock that measures the delay, or `nil` to measure it with Dispatch.
/// - Returns: A guarantee that is fulfilled by a timer, or when it is canceled.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // resolves `.seconds(1)`, which both types have, to Dispatch's
public func after(
  _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(TimerInterval(duration, clock: clock), CreationSite(file, line), in: .ofNewPromise())
}
