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
  timer(.seconds(seconds), Origin(file, line), in: .ofNewPromise())
}

/// A guarantee that is fulfilled after some time. From PromiseKit.
///
/// As ``after(seconds:file:line:)``; `.never` waits for ever.
public func after(
  _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
) -> Guarantee<Void> {
  timer(Delay(interval), Origin(file, line), in: .ofNewPromise())
}

/// A guarantee that is fulfilled after some time.
///
/// As ``after(seconds:file:line:)``. Disfavoured, so that `.seconds(1)`, which could be either, is Dispatch's as it
/// ever was.
@_disfavoredOverload
public func after(_ duration: Duration, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Void> {
  timer(Delay(duration), Origin(file, line), in: .ofNewPromise())
}
