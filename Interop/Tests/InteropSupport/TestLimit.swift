package import Dispatch

/// The limit of everything that a test waits for. Only a test that hangs reaches it.
///
/// It is generous, because sanitizers make tests run many times slower, and so do machines that run other work.
package enum TestLimit {
  package static let minutes = 15
  package static let seconds = Double(minutes * 60)
}

extension DispatchTimeInterval {
  /// The limit of everything that a test waits for. See ``TestLimit``.
  package static var testLimit: DispatchTimeInterval { .seconds(TestLimit.minutes * 60) }
}
