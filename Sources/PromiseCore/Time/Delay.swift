extension CatchMixin {
  /// Passes the value on after some time. From google/promises.
  ///
  /// An error goes on at once.
  ///
  /// - Parameters:
  ///   - seconds: How long, in seconds, counted from when this promise is fulfilled. Zero, negative and not-a-number:
  ///     no time.
  ///   - clock: Who measures the time; `nil`: Dispatch.
  ///   - file: Where the promise is made, for reports.
  ///   - line: Likewise.
  /// - Returns: A promise. Cancelling it removes the timer.
  public func delay(
    _ seconds: Double, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    delayValue(Delay(seconds: seconds, clock: clock), Origin(file, line))
  }

  /// Passes the value on after some time. From google/promises.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Promise<Value> {
    delayValue(Delay(duration, clock: clock), Origin(file, line))
  }

  private func delayValue(_ delay: Delay, _ origin: Origin) -> Promise<Value> {
    engine.onValue(at: .inline, delay, origin) { source, delay, child, run in
      child.follow(in: &run) {
        let value = try source.knownOutcome.get()
        return timer(delay, origin, in: child.scope).mapValue(SafeHandler(on: nil, flags: []) { value }, origin)
      }
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
  ///   - file: Where the guarantee is made, for reports.
  ///   - line: Likewise.
  /// - Returns: A guarantee. Cancelling it removes the timer and fulfils it at once.
  public func delay(
    _ seconds: Double, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    delayValue(Delay(seconds: seconds, clock: clock), Origin(file, line))
  }

  /// Passes the value on after some time.
  ///
  /// As the form that takes seconds.
  @_disfavoredOverload
  public func delay(
    _ duration: Duration, clock: (any Clock<Duration>)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Guarantee<Value> {
    delayValue(Delay(duration, clock: clock), Origin(file, line))
  }

  private func delayValue(_ delay: Delay, _ origin: Origin) -> Guarantee<Value> {
    let scope = scopeOfDerived
    return thenGuarantee(
      SafeHandler(on: nil, flags: []) { value in
        timer(delay, origin, in: scope).mapValue(SafeHandler(on: nil, flags: []) { value }, origin)
      }, origin)
  }
}
