public import Dispatch

/// The delays between the attempts of `retry`, and between the calls of `until` and `poll`.
///
/// ```swift
/// retry(attempts: 5, delay: .exponential(initial: 0.5, maximum: 30)) { fetch(url) }
/// ```
///
/// Other constant delays are written as `.milliseconds(250)`, or `.constant(delay)` for a `Duration` or a
/// `DispatchTimeInterval`.
///
/// A number that is written in its place, as in `retry(attempts: 5, delay: 0.5)`, is a constant delay in seconds.
public struct Backoff: Sendable {
  private let delay: @Sendable (Int) -> Double
  private var timers: (any TimerSource)?

  /// Creates a rule.
  ///
  /// - Parameter delay: Returns the delay after an attempt, in seconds. It is called with the number of the attempt that
  ///   is over, 1 for the first. Zero, a negative number and not-a-number mean no delay.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Double) { self.delay = delay }

  /// Returns the same delays, measured by a clock. Without one, Dispatch measures them.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func measured(by clock: any Clock<Duration>) -> Backoff {
    var backoff = self
    backoff.timers = Delay.timers(of: clock)
    return backoff
  }

  /// A constant delay, in seconds.
  public static func seconds(_ seconds: Double) -> Backoff { Backoff { _ in seconds } }

  /// A constant delay, in milliseconds.
  public static func milliseconds(_ milliseconds: Int) -> Backoff { seconds(Double(milliseconds) / 1_000) }

  /// A constant delay in Dispatch's units.
  public static func constant(_ interval: DispatchTimeInterval) -> Backoff { seconds(Delay(interval).seconds) }

  /// A constant delay.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload
  public static func constant(_ duration: Duration) -> Backoff { seconds(Delay(duration).seconds) }

  /// A delay that is multiplied after each attempt.
  ///
  /// - Parameters:
  ///   - initial: The delay after the first attempt, in seconds.
  ///   - factor: The factor by which the delay grows after each attempt.
  ///   - maximum: The longest delay, in seconds.
  ///   - jitter: The share of the delay that is random, from 0 to 1. Each delay is chosen between `1 - jitter` times its
  ///     length and its full length, so that clients that failed together do not retry together.
  public static func exponential(
    initial: Double, factor: Double = 2, maximum: Double = .infinity, jitter: Double = 0.5
  ) -> Backoff {
    let share = min(max(jitter, 0), 1)
    return Backoff { attempt in
      guard initial > 0 else { return 0 }
      // The power by squaring, for want of a function without Foundation.
      var seconds = initial
      var square = factor
      var rest = max(attempt, 1) - 1
      while rest > 0 {
        if rest & 1 == 1 { seconds *= square }
        square *= square
        rest >>= 1
      }
      return min(seconds, maximum) * (1 - share * Double.random(in: 0...1))
    }
  }

  /// Returns the delay after an attempt, in seconds. The number of the first attempt is 1.
  package func seconds(afterAttempt attempt: Int) -> Double { delay(attempt) }

  /// Returns the delay after an attempt, with the clock that measures it.
  package func delay(afterAttempt attempt: Int) -> Delay { Delay(seconds: delay(attempt), timers: timers) }
}

extension Backoff: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A constant delay, in seconds.
  @_documentation(visibility: internal)
  public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

  /// The same delay each time, in seconds.
  @_documentation(visibility: internal)
  public init(integerLiteral seconds: Int) { self = .seconds(Double(seconds)) }
}
