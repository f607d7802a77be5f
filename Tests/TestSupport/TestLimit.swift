package import Dispatch

/// The limit of everything that a test waits for. Only a test that hangs reaches it.
///
/// It is generous, because sanitizers make tests run many times slower, and so do machines that run other work. A limit
/// that is close to the usual duration makes tests fail that are correct.
///
/// A suite with the trait `.promises` passes the limit to that trait, which says what is pending when the limit expires,
/// and ends waits that block a thread. `.timeLimit` does neither, so only suites without the trait use it.
package enum TestLimit {
  package static let minutes = 15
  package static let seconds = Double(minutes * 60)
}

extension DispatchTimeInterval {
  /// The limit of everything that a test waits for. See ``TestLimit``.
  package static var testLimit: DispatchTimeInterval { .seconds(TestLimit.minutes * 60) }
}

extension Duration {
  /// The limit of everything that a test waits for. See ``TestLimit``.
  package static var testLimit: Duration { .seconds(TestLimit.minutes * 60) }
}
