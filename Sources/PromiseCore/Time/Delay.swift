public import Dispatch

extension Thenable where Failure == any Error {
  /// Returns a promise of the same value, which is fulfilled after a delay.
  ///
  /// An error is passed on at once.
  ///
  /// - Parameters:
  ///   - seconds: The delay in seconds, counted from when this promise is fulfilled. Zero, a negative number and
  ///     not-a-number mean no delay.
  /// - Returns: A promise. Canceling it removes the timer.
  public func delay(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    delayValue(Delay(seconds: seconds), CreationSite(file, line))
  }

  /// Returns a promise of the same value, which is fulfilled after a delay in Dispatch's units.
  ///
  /// Behaves like ``delay(seconds:file:line:)``.
  public func delay(
    _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delayValue(Delay(interval), CreationSite(file, line)) }

  /// Returns a promise of the same value, which is fulfilled after a duration, measured by a clock.
  ///
  /// Behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameters:
  ///   - duration: The delay.
  ///   - clock: The clock that measures the delay. `nil` means Dispatch.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delayValue(Delay(duration, clock: clock), CreationSite(file, line)) }

  func delayValue(_ delay: Delay, _ site: CreationSite) -> Promise<Value> {
    _promise.derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context) as _TypedPromise<Value, Never>, in: trampoline)
    }
  }
}

extension Guarantee {
  /// Returns a guarantee of the same value, which is fulfilled after a delay.
  ///
  /// - Parameters:
  ///   - seconds: The delay in seconds, counted from when this guarantee is fulfilled. Zero, a negative number
  ///     and not-a-number mean no delay.
  /// - Returns: A guarantee. Canceling it removes the timer and fulfills it at once.
  public func delay(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Value> {
    delayValue(Delay(seconds: seconds), CreationSite(file, line))
  }

  /// Returns a guarantee of the same value, which is fulfilled after a delay in Dispatch's units.
  ///
  /// Behaves like ``delay(seconds:file:line:)``.
  public func delay(
    _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { delayValue(Delay(interval), CreationSite(file, line)) }

  /// Returns a guarantee of the same value, which is fulfilled after a duration, measured by a clock.
  ///
  /// Behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameters:
  ///   - duration: The delay.
  ///   - clock: The clock that measures the delay. `nil` means Dispatch.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { delayValue(Delay(duration, clock: clock), CreationSite(file, line)) }

  func delayValue(_ delay: Delay, _ site: CreationSite) -> Guarantee<Value> {
    derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context), in: trampoline)
    }
  }
}

/// Returns a guarantee of `value` that is fulfilled after a delay.
private func delayed<Value: Sendable>(
  _ value: Value, _ delay: Delay, _ site: CreationSite, in context: PromiseContext?
) -> Guarantee<Value> { timer(delay, site, in: context).deriveMapped(Handler(on: nil) { (_: Void) in value }, site) }
