public import Dispatch

/// The delays between the attempts of `retry`, and between the calls of `until` and `poll`.
///
/// ```swift
/// retry(attempts: 5, delay: .exponential(initial: 0.5, maximum: 30)) { fetch(url) }
/// ```
///
/// A number literal is a constant delay in seconds, as in `retry(attempts: 5, delay: 0.5)`. Use `.milliseconds(250)`
/// for other units, and `.constant(delay)` for a `Duration` or a `DispatchTimeInterval`.
///
/// For every form, a delay of zero, a negative delay or NaN means no delay.
public struct Backoff: Sendable {
  /// Returns the delay after an attempt, in seconds.
  private let delay: @Sendable (Int) -> Double
  /// The source of timers that measures the delays, or `nil` for Dispatch.
  private var timers: (any TimerSource)?

  /// Creates a backoff that computes each delay with a closure.
  ///
  /// - Parameter delay: A closure that returns the delay after an attempt, in seconds. It is called with the number of
  ///   the completed attempt, starting at 1, on the executor on which the attempt's outcome is handled.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Double) { self.delay = delay }

  /// Returns a backoff with the same delays, measured by a clock instead of Dispatch.
  ///
  /// - Parameter clock: The clock that measures the delays.
  /// - Returns: A backoff with the same delays.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func measured(by clock: any Clock<Duration>) -> Backoff {
    var backoff = self
    backoff.timers = TimerInterval.timers(of: clock)
    return backoff
  }

  /// Returns a constant delay, in seconds.
  ///
  /// - Parameter seconds: The delay, in seconds.
  /// - Returns: A backoff with the same delay after every attempt.
  public static func seconds(_ seconds: Double) -> Backoff { Backoff { _ in seconds } }

  /// Returns a constant delay, in milliseconds.
  ///
  /// - Parameter milliseconds: The delay, in milliseconds.
  /// - Returns: A backoff with the same delay after every attempt.
  public static func milliseconds(_ milliseconds: Int) -> Backoff { seconds(Double(milliseconds) / 1_000) }

  /// Returns a constant delay, given as a Dispatch time interval.
  ///
  /// - Parameter interval: The delay. With `.never`, the next attempt never starts.
  /// - Returns: A backoff with the same delay after every attempt.
  public static func constant(_ interval: DispatchTimeInterval) -> Backoff { seconds(TimerInterval(interval).seconds) }

  /// Returns a constant delay, given as a duration.
  ///
  /// - Parameter duration: The delay.
  /// - Returns: A backoff with the same delay after every attempt.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @_disfavoredOverload
  public static func constant(_ duration: Duration) -> Backoff { seconds(TimerInterval(duration).seconds) }

  /// Returns a delay that is multiplied by a factor after each attempt.
  ///
  /// - Parameters:
  ///   - initial: The delay after the first attempt, in seconds. Zero or a negative value means no delay after any
  ///     attempt.
  ///   - factor: The factor by which the delay grows after each attempt.
  ///   - maximum: The longest delay, in seconds.
  ///   - jitter: The random share of each delay, from 0 to 1. Values outside that range are clamped. Each delay is
  ///     chosen at random between `1 - jitter` times its full length and its full length, so that clients that failed
  ///     together do not retry together.
  /// - Returns: A backoff that chooses a new random delay each time.
  public static func exponential(
    initial: Double, factor: Double = 2, maximum: Double = .infinity, jitter: Double = 0.5
  ) -> Backoff {
    let share = min(max(jitter, 0), 1)
    return Backoff { attempt in
      guard initial > 0 else { return 0 }
      // Exponentiation by squaring, because `pow` needs Foundation.
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
  package func delay(afterAttempt attempt: Int) -> TimerInterval {
    TimerInterval(seconds: delay(attempt), timers: timers)
  }
}

extension Backoff: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Creates a constant delay, in seconds.
  ///
  /// - Parameter seconds: The delay, in seconds.
  @_documentation(visibility: internal)
  public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

  /// Creates a constant delay, in seconds.
  ///
  /// - Parameter seconds: The delay, in seconds.
  @_documentation(visibility: internal)
  public init(integerLiteral seconds: Int) { self = .seconds(Double(seconds)) }
}
