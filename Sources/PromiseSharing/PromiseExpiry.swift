/// When a shared value expires, and whether it is refreshed before.
///
/// ```swift
/// let settings = SharedPromise(expiry: .after(seconds: 3600, refreshAhead: 60)) { fetchSettings() }
/// let token = SharedPromise(expiry: .after { token in token.expiresIn }) { refreshToken() }
/// let users = PromiseCache(expiry: .when { user in user.isOutdated }) { (id: Int) in fetchUser(id) }
/// ```
///
/// The time that the system sleeps counts. In a test with `.promises(time: .manual)`, the virtual clock measures the age.
///
/// A value that is due for a refresh is still returned. The first caller that receives it starts a load in the
/// background, whose value replaces it. If that load fails, the value stays until it expires, and the next caller starts
/// another load. Nothing else handles the error of such a load, so it is reported to `PromiseDiagnostics`, unless a caller
/// waits for the load meanwhile.
public struct PromiseExpiry<Value: Sendable>: Sendable {
  /// What may be done with a value.
  enum Freshness: Sendable {
    /// The value is returned.
    case fresh
    /// The value is returned, and a load begins in the background.
    case due
    /// The value is no longer returned.
    case expired
  }

  /// Returns the freshness of a value, given the moment of its arrival.
  let freshness: @Sendable (Value, _ arrival: Moment) -> Freshness

  /// Values do not expire.
  public static var never: PromiseExpiry { PromiseExpiry { _, _ in .fresh } }

  /// Values are not kept: only callers that ask while a load is running share its outcome.
  public static var immediately: PromiseExpiry { PromiseExpiry { _, _ in .expired } }

  /// Values expire after a number of seconds.
  ///
  /// - Parameters:
  ///   - seconds: The number of seconds after its arrival at which a value expires. With zero, a negative number or NaN,
  ///     values are not kept. With infinity, they do not expire.
  ///   - refreshAhead: The number of seconds before that at which a value is due for a refresh. With zero, the default, a
  ///     negative number or NaN, values are not refreshed.
  /// - Returns: The expiry.
  public static func after(seconds: Double, refreshAhead: Double = 0) -> PromiseExpiry {
    after(refreshAhead: refreshAhead) { _ in seconds }
  }

  /// Values expire after a duration.
  ///
  /// - Parameters:
  ///   - duration: The duration after its arrival at which a value expires. With a zero or negative duration, values are
  ///     not kept.
  ///   - refreshAhead: The duration before that at which a value is due for a refresh. With zero, the default, or a
  ///     negative duration, values are not refreshed.
  /// - Returns: The expiry.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public static func after(_ duration: Duration, refreshAhead: Duration = .zero) -> PromiseExpiry {
    after(seconds: duration / .seconds(1), refreshAhead: refreshAhead / .seconds(1))
  }

  /// Values expire after a number of seconds that depends on the value, such as the lifetime of a token.
  ///
  /// - Parameters:
  ///   - refreshAhead: The number of seconds before the expiry at which a value is due for a refresh. With zero, the
  ///     default, a negative number or NaN, values are not refreshed.
  ///   - lifetime: Returns the number of seconds after its arrival at which a value expires. With zero, a negative number
  ///     or NaN, the value is not kept. It may be called more than once for each value, on any thread.
  /// - Returns: The expiry.
  public static func after(
    refreshAhead: Double = 0, lifetime: @escaping @Sendable (Value) -> Double
  ) -> PromiseExpiry {
    PromiseExpiry { value, moment in
      let (age, lifetime) = (moment.age, lifetime(value))
      // NaN fails every comparison.
      guard age < lifetime else { return .expired }
      return refreshAhead > 0 && age >= lifetime - refreshAhead ? .due : .fresh
    }
  }

  /// Values expire when a condition holds.
  ///
  /// - Parameters:
  ///   - isExpired: Returns whether a value has expired. It is called whenever a value might be returned, on the thread of
  ///     the caller, and when a value arrives.
  ///   - isDue: Returns whether a value that has not expired is due for a refresh. With `nil`, the default, values are not
  ///     refreshed.
  /// - Returns: The expiry.
  public static func when(
    _ isExpired: @escaping @Sendable (Value) -> Bool, refreshWhen isDue: (@Sendable (Value) -> Bool)? = nil
  ) -> PromiseExpiry {
    PromiseExpiry { value, _ in
      if isExpired(value) { return .expired }
      return isDue?(value) ?? false ? .due : .fresh
    }
  }
}
