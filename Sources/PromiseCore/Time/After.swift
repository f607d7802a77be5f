public import Dispatch

/// Returns a guarantee that is fulfilled after a delay.
///
/// - Parameters:
///   - seconds: The delay in seconds. Zero, a negative number and not-a-number mean no delay; infinity means for
///     ever.
/// - Returns: A guarantee. When it is canceled, its timer is removed and it is fulfilled at once.
public func after(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
  timer(Delay(seconds: seconds), CreationSite(file, line), in: .ofNewPromise())
}

/// Returns a guarantee that is fulfilled after a delay in Dispatch's units.
///
/// Behaves like ``after(seconds:file:line:)``. With `.never`, the guarantee stays pending until it is canceled.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(interval), CreationSite(file, line), in: .ofNewPromise())
}

/// Returns a guarantee that is fulfilled after a delay.
package func after(_ delay: Delay, _ site: CreationSite) -> Guarantee<Void> { timer(delay, site, in: .ofNewPromise()) }

/// Returns a guarantee that is fulfilled after a duration, measured by a clock.
///
/// Behaves like ``after(seconds:file:line:)``.
///
/// - Parameters:
///   - duration: The delay.
///   - clock: The clock that measures the delay. `nil` means Dispatch.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
public func after(
  _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(duration, clock: clock), CreationSite(file, line), in: .ofNewPromise())
}
