@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension ManualClock: Clock {
  /// The resolution of the clock, which is one nanosecond.
  @_documentation(visibility: internal)
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends the calling task until the test has advanced the clock to `deadline`.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to resume.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` as soon as the task is canceled.
  @_documentation(visibility: internal)
  // equivalent ignore: The clock is exact.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline)
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension ManualClock.Instant: InstantProtocol {
  /// The time since the creation of the clock.
  public var offset: Duration { .nanoseconds(nanoseconds) }

  /// Creates an instant.
  ///
  /// - Parameter offset: The time since the creation of the clock: at most 292 years, rounded to nanoseconds.
  public init(offset: Duration) { self.init(nanoseconds: offset.nanoseconds) }

  /// Returns the instant that is later by a duration.
  ///
  /// - Parameter duration: The duration, rounded to nanoseconds. A negative duration gives an earlier instant.
  /// - Returns: The later instant. If the sum overflows, it is the last possible instant, or the first one for a
  ///   negative duration.
  @_documentation(visibility: internal)
  public func advanced(by duration: Duration) -> Self { advanced(byNanoseconds: duration.nanoseconds) }

  /// Returns the duration from this instant to another.
  ///
  /// - Parameter other: The other instant.
  /// - Returns: The duration, which is negative if `other` is earlier than this instant.
  @_documentation(visibility: internal)
  public func duration(to other: Self) -> Duration { other.offset - offset }
}
