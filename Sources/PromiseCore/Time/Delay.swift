public import Dispatch

extension Promise {
  /// Returns a promise of the same value that is fulfilled after a delay.
  ///
  /// The delay starts when this promise is fulfilled. An error is passed on without a delay. Canceling the returned
  /// promise removes the timer.
  ///
  /// - Parameters:
  ///   - seconds: The delay, in seconds. Zero, a negative value or NaN means no delay. With infinity, the returned
  ///     promise stays pending until it is canceled.
  /// - Returns: A promise of the same value.
  public func delay(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Promise<Value> {
    delayValue(TimerInterval(seconds: seconds), CreationSite(file, line))
  }

  /// Returns a promise of the same value that is fulfilled after a delay, given as a Dispatch time interval.
  ///
  /// In every other respect, this method behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameter interval: The delay. Zero or a negative interval means no delay. With `.never`, the returned promise
  ///   stays pending until it is canceled.
  /// - Returns: A promise of the same value.
  public func delay(
    _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delayValue(TimerInterval(interval), CreationSite(file, line)) }

  /// Returns a promise of the same value that is fulfilled after a duration, measured by a clock.
  ///
  /// In every other respect, this method behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameters:
  ///   - duration: The delay. A zero or negative duration means no delay.
  ///   - clock: The clock that measures the delay, or `nil` to measure it with Dispatch.
  /// - Returns: A promise of the same value.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> { delayValue(TimerInterval(duration, clock: clock), CreationSite(file, line)) }

  func delayValue(_ delay: TimerInterval, _ site: CreationSite) -> Promise<Value> {
    typed.derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context).any, in: trampoline)
    }
  }
}

extension Guarantee {
  /// Returns a guarantee of the same value that is fulfilled after a delay.
  ///
  /// The delay starts when this guarantee is fulfilled. If the returned guarantee is canceled during the delay, the
  /// timer is removed and the returned guarantee is fulfilled immediately.
  ///
  /// - Parameters:
  ///   - seconds: The delay, in seconds. Zero, a negative value or NaN means no delay. With infinity, the returned
  ///     guarantee stays pending until it is canceled.
  /// - Returns: A guarantee of the same value.
  public func delay(seconds: Double, file: StaticString = #fileID, line: UInt = #line) -> Guarantee<Value> {
    delayValue(TimerInterval(seconds: seconds), CreationSite(file, line))
  }

  /// Returns a guarantee of the same value that is fulfilled after a delay, given as a Dispatch time interval.
  ///
  /// In every other respect, this method behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameter interval: The delay. Zero or a negative interval means no delay. With `.never`, the returned guarantee
  ///   stays pending until it is canceled.
  /// - Returns: A guarantee of the same value.
  public func delay(
    _ interval: DispatchTimeInterval, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { delayValue(TimerInterval(interval), CreationSite(file, line)) }

  /// Returns a guarantee of the same value that is fulfilled after a duration, measured by a clock.
  ///
  /// In every other respect, this method behaves like ``delay(seconds:file:line:)``.
  ///
  /// - Parameters:
  ///   - duration: The delay. A zero or negative duration means no delay.
  ///   - clock: The clock that measures the delay, or `nil` to measure it with Dispatch.
  /// - Returns: A guarantee of the same value.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload  // `.seconds(1)` could be either, and is Dispatch's
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> { delayValue(TimerInterval(duration, clock: clock), CreationSite(file, line)) }

  func delayValue(_ delay: TimerInterval, _ site: CreationSite) -> Guarantee<Value> {
    typed.derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context).any, in: trampoline)
    }
  }
}

/// Returns a guarantee of `value` that is fulfilled after a delay.
private func delayed<Value: Sendable>(
  _ value: Value, _ delay: TimerInterval, _ site: CreationSite, in context: PromiseContext?
) -> Guarantee<Value> {
  timer(delay, site, in: context).typed.deriveMapped(Handler(on: nil) { (_: Void) in value }, site)
}
