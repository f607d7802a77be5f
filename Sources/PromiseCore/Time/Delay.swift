extension Thenable where Failure == any Error {
  /// Passes the value on after some time. From google/promises.
  ///
  /// An error goes on at once.
  ///
  /// - Parameters:
  ///   - seconds: How long, in seconds, counted from when this promise is fulfilled. Zero, negative and not-a-number:
  ///     no time.
  ///   - clock: Who measures the time; `nil`: Dispatch.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: A promise. Cancelling it removes the timer.
  public func delay(
    _ seconds: Double, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    delayValue(Delay(seconds: seconds, clock: clock), CreationSite(file, line))
  }

  /// Passes the value on after some time. From google/promises.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    delayValue(Delay(duration, clock: clock), CreationSite(file, line))
  }

  private func delayValue(_ delay: Delay, _ site: CreationSite) -> Promise<Value> {
    _promise.derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context) as _TypedPromise<Value, Never>, in: trampoline)
    }
  }
}

extension Guarantee {
  /// Passes the value on after some time.
  ///
  /// - Parameters:
  ///   - seconds: How long, in seconds, counted from when this guarantee is fulfilled. Zero, negative and not-a-number:
  ///     no time.
  ///   - clock: Who measures the time; `nil`: Dispatch.
  ///   - file: The file of the call, for reports.
  ///   - line: The line of the call, for reports.
  /// - Returns: A guarantee. Cancelling it removes the timer and fulfils it at once.
  public func delay(
    _ seconds: Double, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    delayValue(Delay(seconds: seconds, clock: clock), CreationSite(file, line))
  }

  /// Passes the value on after some time.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    delayValue(Delay(duration, clock: clock), CreationSite(file, line))
  }

  private func delayValue(_ delay: Delay, _ site: CreationSite) -> Guarantee<Value> {
    derive(on: .inline, site) { value, child, trampoline in
      child.adopt(delayed(value, delay, site, in: child.context), in: trampoline)
    }
  }
}

/// Returns a guarantee of `value` that is fulfilled after some time.
private func delayed<Value: Sendable>(
  _ value: Value, _ delay: Delay, _ site: CreationSite, in context: PromiseContext?
) -> Guarantee<Value> { timer(delay, site, in: context).deriveMapped(Handler(on: nil) { (_: Void) in value }, site) }
