import CPromiseCore
public import Dispatch
import PromiseCore

/// The promises and guarantees of this process that are pending.
///
/// They are counted in every program, in release builds as well: each thread counts for itself, without an atomic
/// addition. To find out *which* promises are pending, use `PromiseTracing`.
///
/// A promise counts from its creation until it has settled or, if it never settles, until it is released. Each step of a
/// chain is a promise of its own, and so is a timer such as that of `after`. A step settles when its handler has run, so
/// handlers are counted as well. A task that waits for a promise is not.
public enum PendingPromises {
  /// The number of pending promises and guarantees in this process.
  ///
  /// Other threads may change it at any time. It is never too small: it includes every promise that is pending from before
  /// this property is read until after that. So if it is zero, all promises that had been created before have settled or
  /// been released.
  ///
  /// - Complexity: O(*n*) in the number of threads that have used promises.
  public static var count: Int { promise_core_pending_count() }

  /// Waits until no promise is pending, for a limited time. Use this before a server exits, after it has stopped
  /// accepting requests:
  ///
  /// ```swift
  /// let left = await PendingPromises.drain(timeout: 10)
  /// if left > 0 { print("exiting with \(left) pending promises") }
  /// ```
  ///
  /// Nothing is canceled. Do not wait in a task that a promise depends on, such as that of `Promise { … }`: it would wait
  /// for itself. The number is read every 10 milliseconds of real time, also in a test with manual time.
  ///
  /// - Parameter seconds: The limit, in seconds. With zero, a negative number or NaN, the call returns at once. Infinity
  ///   means no limit.
  /// - Returns: The number of promises that are still pending: zero, unless the limit is reached or the calling task is
  ///   canceled.
  @discardableResult
  public static func drain(timeout seconds: Double) async -> Int {
    await drain(within: TimerInterval(seconds: seconds))
  }

  /// Waits until no promise is pending, for a limited time, given as a Dispatch time interval.
  ///
  /// - Parameter interval: The limit. With zero or a negative interval, the call returns at once.
  /// - Returns: The number of promises that are still pending: zero, unless the limit is reached or the calling task is
  ///   canceled.
  @discardableResult
  public static func drain(timeout interval: DispatchTimeInterval) async -> Int {
    await drain(within: TimerInterval(interval))
  }

  /// Waits until no promise is pending, for a limited time, given as a duration.
  ///
  /// - Parameter duration: The limit. With a zero or negative duration, the call returns at once.
  /// - Returns: The number of promises that are still pending: zero, unless the limit is reached or the calling task is
  ///   canceled.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  @discardableResult @_disfavoredOverload  // resolves `.seconds(1)`, which both types have, to Dispatch's
  public static func drain(timeout duration: Duration) async -> Int {
    await drain(within: TimerInterval(duration, clock: nil))
  }

  private static func drain(within limit: TimerInterval) async -> Int {
    let start = DispatchTime.now().uptimeNanoseconds
    let deadline = DispatchTime.deadline(limit.nanoseconds, after: start)
    while true {
      let count = count
      if count == 0 || DispatchTime.now() >= deadline { return count }
      // Not a timer of this library, which would be a pending promise.
      do { try await Task.sleep(nanoseconds: 10_000_000) } catch { return Self.count }
    }
  }
}
