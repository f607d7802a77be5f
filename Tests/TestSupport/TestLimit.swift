package import Dispatch
import Foundation

/// The limit of everything that a test waits for. Only a test that hangs reaches it.
///
/// It is generous, because sanitizers make tests run many times slower, and so do machines that run other work. A limit
/// that is close to the usual duration makes tests fail that are correct.
///
/// A suite with the trait `.promises` passes the limit to that trait, which says what is pending when the limit expires,
/// and ends waits that block a thread. `.timeLimit` does neither, so only suites without the trait use it.
///
/// The environment variable `TEST_LIMIT` sets another limit, in seconds, for tests that are expected to hang: those of a
/// mutant.
package enum TestLimit {
  private static let wholeSeconds = ProcessInfo.processInfo.environment["TEST_LIMIT"].flatMap { Int($0) } ?? 15 * 60

  package static let seconds = Double(wholeSeconds)
  /// The limit in minutes, at least one.
  package static let minutes = max(1, wholeSeconds / 60)

  fileprivate static var interval: DispatchTimeInterval { .seconds(wholeSeconds) }
  fileprivate static var duration: Duration { .seconds(wholeSeconds) }
}

extension DispatchTimeInterval {
  /// The limit of everything that a test waits for. See ``TestLimit``.
  package static var testLimit: DispatchTimeInterval { TestLimit.interval }
}

extension Duration {
  /// The limit of everything that a test waits for. See ``TestLimit``.
  package static var testLimit: Duration { TestLimit.duration }
}
