public import Dispatch

/// A guarantee that is fulfilled after some time. From PromiseKit.
///
/// - Parameters:
///   - seconds: How long to wait, in seconds. Zero, negative and not-a-number: no time. Infinity: for ever.
///   - clock: Who measures the time; `nil`: Dispatch.
///   - file: The file of the call, for reports.
///   - line: The line of the call, for reports.
/// - Returns: A guarantee. When it is cancelled, or everybody who derived something from it has been, its timer is
///   removed and it is fulfilled at once, like a sleep that is woken.
public func after(
  seconds: Double, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(seconds: seconds, clock: clock), CreationSite(file, line), in: .ofNewPromise())
}

/// A guarantee that is fulfilled after some time. From PromiseKit.
///
/// As ``after(seconds:clock:file:line:)``; `.never` waits for ever.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(interval), CreationSite(file, line), in: .ofNewPromise())
}

/// A guarantee that is fulfilled after some time.
///
/// As ``after(seconds:clock:file:line:)``. Disfavoured, so that `.seconds(1)`, which could be either, is Dispatch's as it
/// ever was.
@_disfavoredOverload
public func after(
  _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(duration, clock: clock), CreationSite(file, line), in: .ofNewPromise())
}
