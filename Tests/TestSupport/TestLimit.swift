package import Dispatch
import Foundation

/// The limit of everything that a test waits for. Only a test that hangs reaches it.
///
/// Most tests take milliseconds, and the longest one takes 20 s on two processors (under Thread Sanitizer, 50 s). The
/// limit leaves time for machines that run other work. The trait ``SharingProcessors`` keeps other tests from adding to
/// that.
///
/// A suite with the trait `.promises` passes the limit to that trait, which says what is pending when the limit expires,
/// and ends waits that block a thread.
///
/// The environment variable `TEST_LIMIT` sets another limit, in seconds, for tests that are expected to hang: those of a
/// mutant.
package enum TestLimit {
  private static let wholeSeconds =
    ProcessInfo.processInfo.environment["TEST_LIMIT"].flatMap { Int($0) } ?? (isSanitized ? 360 : 120)

  package static let seconds = Double(wholeSeconds)

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
