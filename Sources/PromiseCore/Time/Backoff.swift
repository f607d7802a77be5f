public import Dispatch

/// The delays between the attempts of `retry`.
///
/// ```swift
/// retry(attempts: 5, delay: .exponential(initial: 0.5, maximum: 30)) { fetch(url) }
/// ```
///
/// A number that is written in its place, as in `retry(attempts: 5, delay: 0.5)`, is a constant delay in seconds.
public struct Backoff: Sendable {
  private let delay: @Sendable (Int) -> Double

  /// Creates a rule.
  ///
  /// - Parameter delay: Returns the delay after an attempt, in seconds. It is called with the number of the attempt that
  ///   failed, 1 for the first. Zero, a negative number and not-a-number mean no delay.
  public init(_ delay: @escaping @Sendable (_ attempt: Int) -> Double) { self.delay = delay }

  /// The same delay each time, in seconds.
  public static func constant(_ seconds: Double) -> Backoff { Backoff { _ in seconds } }

  /// The same delay each time.
  public static func constant(_ interval: DispatchTimeInterval) -> Backoff { constant(Delay(interval).seconds) }

  /// The same delay each time.
  @_disfavoredOverload
  public static func constant(_ duration: Duration) -> Backoff { constant(Delay(duration).seconds) }

  /// A time that is multiplied after each attempt.
  ///
  /// - Parameters:
  ///   - initial: How long to wait after the first attempt, in seconds.
  ///   - factor: What it is multiplied by.
  ///   - maximum: What it never exceeds, in seconds.
  ///   - jitter: How much of it is left to chance, from 0 to 1, so that those who failed together do not come back
  ///     together: the time is chosen between `(1 - jitter)` times and once its length.
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

  /// How long to wait after the attempt of that number, in seconds.
  public func seconds(afterAttempt attempt: Int) -> Double { delay(attempt) }
}

extension Backoff: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The same delay each time, in seconds.
  public init(floatLiteral seconds: Double) { self = .constant(seconds) }

  /// The same delay each time, in seconds.
  public init(integerLiteral seconds: Int) { self = .constant(Double(seconds)) }
}
